"""Letters and mailboxes, by Python's email and mailbox."""
import datetime
import mailbox
from email import charset, encoders, policy
from email.header import Header
from email.message import EmailMessage
from email.mime.base import MIMEBase
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.utils import format_datetime

PDF = b"%PDF-1.4\n%%EOF\n"


def head(letter, subject, sender, to, when, **more):
    letter["From"], letter["To"] = sender, to
    for name, value in more.items():
        letter[name.replace("_", "-")] = value
    letter["Subject"] = subject
    letter["Date"] = format_datetime(datetime.datetime.fromisoformat(when))
    return letter


def pump(path):
    letter = head(EmailMessage(), "Re: The pump under the fish steps", "Captain Heron <heron@reed-island.example>",
                  "Works Office <works@saltmarsh.example>", "2026-03-04T10:00:00+00:00",
                  Cc="Mrs Otter <otter@saltmarsh.example>, tollkeeper@saltmarsh.example",
                  Message_ID="<pump-2@reed-island.example>", In_Reply_To="<pump-1@saltmarsh.example>")
    letter.set_content("""Dear works office,

the pump under the fish steps stopped at low water on Sunday. I have taken it apart. There were three things in it:

- a length of green net;
- the impeller, in two pieces;
- an eel, unharmed and indignant.

A new impeller is needed before the spring tide. The drawing is attached.

On Monday you wrote:

> Could it be the fuse again?
> It was the fuse in January.

It is not the fuse.

--\u0020
Captain Heron
Reed Island
""")
    letter.add_alternative("""<html><head><style>p { color: navy }</style></head><body>
<p>Dear works office,</p>
<p>the pump under the fish steps stopped at low water on Sunday. I have taken it apart. There were three things in it:</p>
<ul><li>a length of green net;</li><li>the impeller, in two pieces;</li><li>an eel, unharmed and indignant.</li></ul>
<p>A new impeller is needed before the spring tide. The drawing is attached.</p>
<p>On Monday you wrote:</p><blockquote>Could it be the fuse again?<br>It was the fuse in January.</blockquote>
<p>It is not the fuse.</p><p>-- <br>Captain Heron<br>Reed Island</p></body></html>
""", subtype="html")
    letter.add_attachment(PDF, maintype="application", subtype="pdf", filename="impeller.pdf")
    letter.add_attachment(b"PK\x05\x06" + bytes(18), maintype="application", subtype="zip", filename="photographs.zip")
    tidy(letter, "pump")
    path.write_bytes(letter.as_bytes(policy=policy.SMTP))


def tidy(letter, seed):
    """Boundaries are random by default; these are the same on every run."""
    for at, part in enumerate(each for each in letter.walk() if each.is_multipart()):
        part.set_boundary(f"=={seed}={at}==")


def order(path):
    letter = head(EmailMessage(), "Order 118 of the lamp shop: sent on", "The Lamp Shop <orders@lampshop.example>",
                  "keeper@otter-bridge.example", "2026-01-30T23:15:09-05:00")
    letter.set_content("""<!DOCTYPE html><html><head><title>Order 118</title><style>.x { display: none }</style></head><body>
<table width="600"><tr><td>
<h1>Thank you for your order</h1>
<p>Good evening, keeper. The following goods left our shop today by cart and should reach Otter Bridge in nine days&nbsp;&mdash;
ten if it snows.</p>
<table border="1"><tr><th>Thing</th><th>How many</th><th>Price</th></tr>
<tr><td>Wick, flat, 22 mm</td><td>12</td><td>£4.80</td></tr>
<tr><td>Chimney glass “Stormproof”</td><td>2</td><td>£11.00</td></tr>
<tr><td>Paraffin, tin</td><td>6</td><td>£27.60</td></tr>
<tr><td colspan="2">To pay</td><td>£43.40</td></tr></table>
<p>Follow the cart at <a href="https://example.org/cart/118">our page</a>. If a glass is broken, send us the largest piece.</p>
<p>Your lamp shop</p>
</td></tr></table><img src="https://example.org/pixel.gif" width="1" height="1" alt=""></body></html>
""", subtype="html", cte="quoted-printable")
    path.write_bytes(letter.as_bytes(policy=policy.SMTP))


def estimate(path):
    letter = MIMEMultipart("mixed", boundary="==smeta==")
    head(letter, Header("Смета на ремонт третьего щита: уточнения после заседания водного совета", "koi8-r"),
         Header("Русалка", "koi8-r").encode() + " <rusalka@tihiy-omut.example>",
         Header("Водяной", "koi8-r").encode() + " <vodyanoy@tihiy-omut.example>", "2026-03-05T09:20:00+03:00",
         Cc="domovoy@tihiy-omut.example")
    koi = charset.Charset("koi8-r")
    koi.body_encoding = charset.BASE64
    letter.attach(MIMEText("""Здравствуйте!

После заседания 4 марта смета изменилась:

1. Брус подорожал на 4 400 рублей.
2. Глина по-прежнему бесплатная, но её надо поднять со дна.
3. Ночные смены Домовой просит оплатить отдельно (валенками).

Прошу подтвердить до пятницы. Новая смета и чертёж щита во вложении.

С уважением,
секретарь водного совета
""", "plain", koi))
    sheet = MIMEBase("application", "vnd.ms-excel")
    sheet.set_payload(b"nothing to see")
    encoders.encode_base64(sheet)
    sheet.add_header("Content-Disposition", "attachment", filename=("utf-8", "", "смета щита.xls"))
    letter.attach(sheet)
    drawing = MIMEBase("image", "png", name=Header("чертёж.png", "koi8-r").encode())
    drawing.set_payload(b"\x89PNG")
    encoders.encode_base64(drawing)
    drawing.add_header("Content-Disposition", "attachment")
    letter.attach(drawing)
    path.write_bytes(letter.as_bytes())


def lost(path):
    windows = charset.Charset("windows-1251")
    windows.body_encoding = charset.QP
    letter = MIMEText("""Добрый день.

В вагоне № 3 поезда «Осока — Тихий Омут» найдены:
зонт чёрный (одна спица лишняя),
калоши, пара, обе левые,
корзина с надписью «Не открывать».

Корзину не открывали. Из корзины поют.

Владельцев просим обратиться на станцию до конца месяца; после этого корзина будет выпущена в лес.

> А калоши какого размера?

Сорок второго. И сорок четвёртого.

Стол находок
""", "plain", windows)
    head(letter, Header("Найдены вещи: зонт, калоши, корзина", "windows-1251"),
         Header("Стол находок", "windows-1251").encode() + " <nahodki@osoka.example>", "all@osoka.example",
         "2026-02-11T16:45:30+05:00")
    path.write_bytes(letter.as_bytes())


def plain(subject, sender, to, when, body, encoding="utf-8", **more):
    letter = EmailMessage()
    letter.set_content(body, charset=encoding)
    return head(letter, subject, sender, to, when, **more)


def box(path, letters):
    path.unlink(missing_ok=True)
    kept = mailbox.mbox(path)
    for at, letter in enumerate(letters):
        tidy(letter, f"{path.stem}{at}")
        message = mailbox.mboxMessage(letter)
        message.set_from("post@example.org", (2026, 1, 1 + at, 12, 0, 0, (3 + at) % 7, 1 + at, 0))
        kept.add(message)
    kept.flush()
    kept.close()


def bridge(path):
    warden, otter, mole = "Bridge Warden <warden@otter-bridge.example>", "Mrs Otter <otter@saltmarsh.example>", "Old Mole <mole@fern-halt.example>"
    box(path, [
        plain("Planks for the foot bridge", warden, otter, "2026-04-01T08:00:00+01:00", """Dear Mrs Otter,

four planks of the foot bridge have to be changed before the fair.
From the mill we can have oak at once; larch would take three weeks.

Which shall it be?

The warden
"""),
        plain("Re: Planks for the foot bridge", otter, warden, "2026-04-01T12:30:00+01:00", """> Which shall it be?

Oak. Larch is for those who have three weeks.

From what I remember the old nails were iron; take copper this time.
""", In_Reply_To="<1@otter-bridge.example>"),
        plain("Re: Planks for the foot bridge", mole, f"{warden}, {otter}", "2026-04-02T21:05:00+01:00", """I have measured from below:

    plank 3   cracked
    plank 4   cracked, and a nest in it
    plank 9   gone
    plank 10  sound, but proud of its neighbours

So it is three planks and a plane.
"""),
        plain("Re: Planks for the foot bridge", warden, f"{otter}, {mole}", "2026-04-09T17:40:00+01:00", """Done. Three oak planks, copper nails, the nest moved to the toll house.

The bridge holds two carts, or one cart and the whole choir.
"""),
    ])


def garden(path):
    keeper, owl = "Садовник Ёж <yozh@sad.example>", "Тётушка Сова <sova@sad.example>"
    box(path, [
        plain("Яблони и зайцы", keeper, owl, "2026-02-01T07:15:00+03:00", """Уважаемая Сова!

За ночь обглодано пять яблонь из двенадцати. Следы ведут к ограде и обратно.
Прошу разрешить покупку сетки: 40 метров по 85 рублей.

Ёж
""", "koi8-r"),
        plain("Re: Яблони и зайцы", owl, keeper, "2026-02-01T23:50:00+03:00", """Сетку разрешаю.

Следы осмотрела лично. Это не зайцы: зайцы не носят сапог.
""", "windows-1251"),
        plain("Re: Re: Яблони и зайцы", keeper, owl, "2026-02-03T08:00:00+03:00", """Сетка натянута. В сапогах приходил почтальон: он обивал снег о стволы.

Список уцелевших яблонь:

- антоновка, 3;
- белый налив, 2;
- коричная, 2.

С почтальоном поговорили. Письма теперь оставляет у калитки.
"""),
    ])


def rota(path):
    second = EmailMessage()
    second.set_content("""<html><body><p>Here is the rota as a table:</p>
<table><tr><th>Week</th><th>Rings</th><th>Carries the ladder</th></tr>
<tr><td>14</td><td>the Miller</td><td>the Goose</td></tr><tr><td>15</td><td>the Goose</td><td>the Miller</td></tr></table>
<p>Changes by <b>Friday</b>, please.</p></body></html>
""", subtype="html")
    head(second, "Rota for April", "The Sexton <sexton@bell.example>", "ringers@bell.example", "2026-03-28T19:00:00Z")
    third = plain("Re: Rota for April", "The Goose <goose@bell.example>", "The Sexton <sexton@bell.example>",
                  "2026-03-29T06:30:00Z", "I cannot carry a ladder. A picture of the reason is attached.\n")
    third.add_attachment(b"\x89PNG", maintype="image", subtype="png", filename="wings.png")
    box(path, [
        plain("Who rings on Sunday?", "The Miller <miller@bell.example>", "ringers@bell.example", "2026-03-27T18:00:00Z",
              "Last Sunday four of us came to ring one bell, and nobody for the other two. Can we have a rota?\n"),
        second, third])


def make(folder):
    pump(folder / "pump.eml")
    order(folder / "order.eml")
    estimate(folder / "smeta.eml")
    lost(folder / "nahodki.eml")
    bridge(folder / "bridge.mbox")
    garden(folder / "sad.mbox")
    rota(folder / "rota.mbox")
