# Справка по-русски. По-английски она стоит рядом с флагами (`cli/`), настройками и способами, которые объясняет.
# Имя — команда, её атрибуты — аргументы; `.after` — то, что стоит под ними. `help-all` — флаги всех команд.

help-frame =
    Использование: {"{"}usage{"}"}

    {"{"}all-args{"}"}
help-commands = Команды
help-command = КОМАНДА
help-arguments = Аргументы
help-options = Параметры
help-filters = Отбор
help-some-options = [ПАРАМЕТРЫ]
help-default = [по умолчанию: { $value }]
help-variable = [переменная: { $name }]
help-possible = [варианты: { $values }]
help-ways-to-cut = Как резать (--split):

## Что говорит разбор аргументов

clap-error = ошибка: { $wrong }
clap-near =   подсказка: есть похожее: { $names }
clap-usage = Использование: { $usage }
clap-more = Подробнее: --help.
clap-unknown-argument = неизвестный аргумент «{ $arg }»
clap-unknown-command = неизвестная команда «{ $command }»
clap-no-value = у «{ $arg }» нет значения
clap-value = «{ $arg }» не принимает «{ $value }»; варианты: { $known }
clap-value-invalid = «{ $arg }» не принимает «{ $value }»: { $why }
clap-whole = нужно целое число
clap-missing = не хватает аргументов: { $args }
clap-missing-command = не хватает команды; есть: { $known }
clap-twice = «{ $arg }» нельзя указать дважды
clap-conflict = «{ $arg }» нельзя указать вместе с «{ $prior }»
clap-too-many = лишнее значение «{ $value }» у «{ $arg }»
clap-number-of-values = у «{ $arg }» другое число значений
clap-no-equals = перед значением «{ $arg }» нужен знак =
clap-utf8 = аргумент не в UTF-8

## Имена значений

help-values =
    .WHAT = ЧТО
    .ADDRESS = АДРЕС
    .DAYS = ДНИ
    .EFFORT = УСИЛИЕ
    .JSON = JSON
    .ROLE = РОЛЬ
    .WORKSPACE = ПРОСТРАНСТВО
    .NEARNESS = БЛИЗОСТЬ
    .WHOSE = ЧЬИ
    .HEADING = ЗАГОЛОВОК
    .LENGTH = ДЛИНА
    .STYLE = СТИЛЬ
    .SESSION = БЕСЕДА
    .MONEY = ДЕНЬГИ
    .SHARE = ДОЛЯ
    .PROFILE = ПРОФИЛЬ
    .A = А
    .B = Б
    .EXPRESSION = ВЫРАЖЕНИЕ
    .CATEGORY = РАЗДЕЛ
    .CODE = КОД
    .DATE = ДАТА
    .COSINE = КОСИНУС
    .COUNT = СКОЛЬКО
    .DIR = ПАПКА
    .DOCUMENT = ДОКУМЕНТ
    .FIELD = ПОЛЕ
    .FIELD-VALUE = ПОЛЕ=ЗНАЧЕНИЕ
    .FILE = ФАЙЛ
    .FORM = ВИД
    .FORMAT = ФОРМАТ
    .FROM--TO = ОТ..ДО
    .GIB = ГИБ
    .ID = ID
    .ID-GLOB = ID|ШАБЛОН
    .KEY = КЛЮЧ
    .KEY-VALUE = КЛЮЧ=ЗНАЧЕНИЕ
    .KIND = ВИД
    .LANGUAGE = ЯЗЫК
    .LEVEL = УРОВЕНЬ
    .LEVELS = УРОВНИ
    .METHOD = СПОСОБ
    .MODEL = МОДЕЛЬ
    .NAME = ИМЯ
    .NEW = НОВОЕ
    .NUMBER = НОМЕР
    .ORDER = ПОРЯДОК
    .OTHER = ДРУГОЕ
    .PAGE = СТРАНИЦА
    .PAPER = СТАТЬЯ
    .PAPERS = СТАТЬИ
    .PATH = ПУТЬ
    .QUERY = ЗАПРОС
    .QUESTION = ВОПРОС
    .SECONDS = СЕКУНДЫ
    .SET = НАБОР
    .SHELL = ОБОЛОЧКА
    .SOURCE-TARGET = ОТКУДА:КУДА
    .STEPS = ШАГИ
    .TAG = МЕТКА
    .TEXT = ТЕКСТ
    .TITLE = ЗАГОЛОВОК
    .TOPIC = ТЕМА
    .URL = АДРЕС
    .VALUE = ЗНАЧЕНИЕ
    .WHEN = КОГДА
    .WORDS = СЛОВА

## Команды

help-all =
    .workspace = Папка рабочего пространства (та, где лежит `.quipu/`) или его имя (`quipu workspace`) [по умолчанию: ближайшая папка выше с `.quipu/`, иначе текущая]
    .json = Печатать JSON, полный и устойчивый: поля могут добавляться, но не переименовываются
    .preset = Взять набор настроек, как в `--preset lightrag`; список — `quipu config presets`
    .set = Задать настройку на один запуск: `--set split.characters=800`; список — `quipu settings`
    .lang = Язык сообщений [по умолчанию: по QUIPU_LANG, LC_ALL, LC_MESSAGES или LANG, иначе английский]
    .color = Когда печатать в цвете
    .hyperlink = Когда делать документы и цитаты ссылками на файлы
    .no_pager = Не показывать длинное постранично
    .help = Показать справку
    .version = Показать версию

help-quipu = Файлы становятся графом, вопрос — свидетельствами, свидетельства — ответом.
    .long =
        Файлы становятся графом, вопрос — свидетельствами, свидетельства — ответом.

        Quipu читает папку с текстами, строит рядом с ними граф знаний и отвечает на вопросы, ссылаясь на точные
        места источников. Ни служба, ни ключ, ни сеть не нужны.

          quipu index ~/notes              прочитать папку (и снова, позже: только изменённое)
          quipu ask "кто хранит часы?"     ответ, где у каждой фразы есть источник
    .after =
        Коды завершения:
          0    сделано
          1    ничего не найдено: в документах нет ответа, ничто не подошло, такого имени нет
          2    неверный вызов или негодные настройки
          3    сбой: причина в стандартном потоке ошибок; или `model check` нашла модель, которая не работает
          4    не целиком: `doctor` нашёл повреждения, и они остались, импорт что-то не взял или модель прочитала не всё
          130  остановлено по Ctrl-C; сохранённое осталось, следующий запуск продолжит

        Подробнее: `quipu help КОМАНДА`. Настройки: `quipu settings`.

help-help = Показать справку или справку команды

help-index = Прочитать файлы и папки в рабочее пространство; снова — только изменённое
    .paths = Файлы, папки, шаблоны или `-` — стандартный ввод
    .prune = Убрать документы, чьих файлов в указанных папках больше нет или в чьих файлах больше нет текста
    .force = С --prune: забыть и то, что лежит в папках пустых, отсутствующих или недоступных для чтения
    .root_name = Имя корня в id и цитатах [по умолчанию: имя папки]
    .hidden = Читать и скрытые файлы
    .id = Id документа, если читается один файл или стандартный ввод
    .split = Как резать документы на фрагменты; другой способ режет все заново
    .sync_every = Сохранять прочитанное не реже, чем раз в столько секунд
    .offline = Если модель названа: не давать ей читать проиндексированное
    .dry_run = Если модель названа: проиндексировать без неё и сказать, чего стоило бы её чтение
    .budget = Если модель названа: сколько самое большее может стоить её чтение
    .after =
        Примеры:
          quipu index ~/notes                   папка целиком, с учётом .gitignore и .quipuignore
          quipu index 'docs/**/*.md' README.md  шаблон и файл
          quipu index ~/notes --prune           и забыть файлы, которых больше нет
          git log | quipu index - --id history  стандартный ввод под своим id
          quipu index ~/notes --dry-run         и чего стоило бы чтение моделью

        Повторное чтение стоит столько, сколько изменилось. --prune забывает только то, чего уж точно нет: документы
        из папки, которая не читается, и из корня, которого нет на месте или который пуст, как без подключённого диска,
        остаются, и об этом сказано, если нет --force. Файлы, не прочитанные вовсе или целиком, перечислены
        в конце с причиной; запуск они не прерывают. Ctrl-C останавливает чисто: сохранённое остаётся, следующий
        запуск продолжит.

help-watch = Индексировать, и снова при каждом изменении, до Ctrl-C
    .paths = { help-index.paths }
    .prune = Убирать документы, чьих файлов в указанных папках больше нет или в чьих файлах больше нет текста
    .force = { help-index.force }
    .root_name = { help-index.root_name }
    .hidden = Читать и скрытые файлы
    .id = { help-index.id }
    .split = { help-index.split }
    .sync_every = { help-index.sync_every }
    .offline = { help-index.offline }
    .budget = Если модель названа: сколько самое большее может стоить её чтение за все заходы вместе
    .after =
        Примеры:
          quipu watch ~/notes              читать изменённое, едва оно сохранено
          quipu watch ~/notes --prune      и забывать удалённые файлы
          quipu watch ~/notes --offline    не давать читать модели, хотя она названа

        Каждый заход, в котором что-то прочитано, печатает отчёт; с --json — по строке. Если модель названа, она читает
        проиндексированное в каждом заходе; чего это стоило, считается с самого начала.

help-read = Показать, что прочитано в файлах, в виде Markdown, и ничего с этим не делать
    .paths = { help-index.paths }
    .after =
        Примеры:
          quipu read report.pdf           цела ли таблица, по порядку ли колонки?
          quipu read mail.mbox --json     документ на строку, с метаданными и началами страниц

        Что не прочиталось, сказано в стандартном потоке ошибок, с причиной.

help-ask = Ответить на вопрос; у каждой фразы ответа есть источник
    .question = Вопрос или `-` — прочитать его из стандартного ввода
    .offline = Ответ не пишет модель: отвечают предложения из документов
    .length = Длина ответа модели: short, medium или long
    .style = Как пишет модель: prose, list, steps или simple
    .context = Что читает модель: пронумерованные тексты (`text`) или строки таблиц — сущности, связи и фрагменты (`rows`)
    .effort = Сколько делается для вопроса: quick, normal или deep
    .session = Продолжить эту беседу или начать её: сказанное в ней хранится, и вопрос может на него опираться
    .dry_run = Сказать, чего потребует модель самое большее: вызовов, токенов, денег; ничего не спрашивать
    .trace = Показать деревом, что сделано для ответа: путь, план, шаги, оценки и проверки
    .trace_to = Записать в этот файл, что сделано для ответа: одной страницей или, если имя кончается на .json, как JSON
    .events = Печатать каждое событие строкой JSON сразу, как оно происходит: шаги, найденное, части ответа, цитаты, целое
    .strategy = Как искать свидетельства; стратегии перечисляет `quipu settings`
    .limit = Сколько фрагментов собрать
    .facts = По чьим фактам идти: all — по всем, rules — найденным правилами, model — найденным моделью
    .over = `global`: читать ли отчёты о сообществах (`reports`) или фрагменты без всяких сообществ (`chunks`)
    .tests = `lazy`: сколько фрагментов проверяется, говорят ли они о том, что спрошено
    .edge = `traverse`: переходить от значений одного поля front matter к документам с такими же значениями другого (`$id` — id документа); можно указать несколько раз
    .document = Только этот документ, по id; можно несколько раз
    .tag = Только документы с этой меткой; несколько раз — с любой из них
    .field = Только документы, у которых поле имеет это значение; точки ведут во вложенные поля
    .date = Только документы с датой в этих пределах, включительно: 2024, 2024-03..2024-06, ..2023
    .language = Только документы на этом языке, по коду ISO 639-1
    .expression = Только документы, о которых верно это: 'year >= 2020 and not (tags = draft or title holds "bell")'
    .after =
        Примеры:
          quipu ask "Who keeps the clock of the tower?"
          quipu ask "Что сломалось в марте?" --language ru
          quipu ask "Which service calls the ledger?" --strategy lexical --tag design
          quipu ask "How did the tower change?" --length long --style list
          quipu ask "And who paid for it?" --session tower
          quipu ask "Who leads the team that owns Lamp?" --effort deep --trace-to why.html
          echo "Who keeps the clock?" | quipu ask -

        Число в скобках ведёт к цитате: документ, заголовок, байты и сам текст. Если в документах ответа нет, так и
        будет сказано, с кодом завершения 1.

        Если настройка `llm.name` (или `llm.answer.name`) называет модель, ответ по тем же свидетельствам пишет она;
        затем каждое его предложение сверяется с источниками, на которые ссылается, и `[?]` помечает те, что ими не
        подтверждены. Иначе, а также с --offline, ответ — предложения из документов.

help-chat = Спрашивать в беседе, в терминале: вопрос может опираться на сказанное раньше
    .session = Продолжить эту беседу или начать её [по умолчанию: новая]
    .offline = { help-ask.offline }
    .length = { help-ask.length }
    .style = { help-ask.style }
    .context = { help-ask.context }
    .effort = { help-ask.effort }
    .strategy = { help-ask.strategy }
    .limit = { help-ask.limit }
    .over = { help-ask.over }
    .tests = { help-ask.tests }
    .edge = { help-ask.edge }
    .facts = { help-ask.facts }
    .document = { help-ask.document }
    .tag = { help-ask.tag }
    .field = { help-ask.field }
    .date = { help-ask.date }
    .language = { help-ask.language }
    .expression = { help-ask.expression }
    .after =
        Примеры:
          quipu chat                       новая беседа
          quipu chat --session tower       продолжить или начать беседу под этим именем
          printf 'Who cast the bell?\nWhere did she learn it?\n' | quipu chat

        Строка — это вопрос; начинающаяся с / — команда, их перечисляет /help. Ctrl-C прерывает ответ, Ctrl-D —
        беседу; сказанное сохранено.

help-session = Перечислить, показать и удалить беседы
    .after =
        Примеры:
          quipu session list
          quipu session show tower
          quipu session delete tower

        Беседы начинают и продолжают `quipu ask --session ИМЯ` и `quipu chat`.
help-session-list = Перечислить беседы, последняя вначале
help-session-show = Напечатать, что в беседе спрошено и отвечено
    .name = Её имя
help-session-delete = Удалить беседы
    .names = Их имена

help-tool = Вызвать инструмент по имени: то, что вызывают агенты, с теми же результатами
    .name = Инструмент [по умолчанию: перечислить их]
    .arguments = Его аргументы, объект JSON
    .after =
        Примеры:
          quipu tool                                                     какие есть инструменты
          quipu tool dependencies '{"{"}"entity": "AuthService"{"}"}'
          quipu tool calculate '{"{"}"expression": "15 % of 2,480"{"}"}'
          quipu tool compare '{"{"}"a": "Neva", "b": "Oka"{"}"}'

help-monitor = Считать вопросы: каких они видов, как на них отвечено, какие ответы отмечены
    .good = Отметить ответ на этот вопрос как хороший
    .bad = Отметить ответ на этот вопрос как плохой
    .empty_cache = Удалить сохранённые ответы
    .forget = Удалить всё, что сосчитано
    .after =
        Примеры:
          quipu monitor
          quipu monitor --good "Who keeps the clock?"     отметить ответ на вопрос как хороший
          quipu monitor --bad "Who cast the bell?"
          quipu monitor --empty-cache                       удалить сохранённые ответы
          quipu monitor --delete                            удалить счёт

        Счёт лежит рядом с рабочим пространством и никуда не отправляется; слова вопросов не хранятся, только их вид.
        `answer.monitor` отключает счёт, `answer.cache` — хранение ответов.

help-search = Перечислить подходящие фрагменты, лучшие вначале, с причинами оценки
    .query = Что искать, или `-` — прочитать из стандартного ввода
    .why = Показать причины каждой оценки
    .context = Напечатать, что прочла бы модель из найденного: пронумерованные тексты (`text`) или строки таблиц — сущности, связи и фрагменты (`rows`)
    .things = Искать не фрагменты, а вещи этих видов
    .things-entities = сущности: люди, места, части программы — всё, что называют документы
    .things-relations = связи, которые документы утверждают между сущностями
    .things-reports = отчёты о сообществах сущностей
    .strategy = { help-ask.strategy }
    .limit = Сколько фрагментов собрать
    .facts = { help-ask.facts }
    .over = { help-ask.over }
    .tests = { help-ask.tests }
    .edge = { help-ask.edge }
    .document = { help-ask.document }
    .tag = { help-ask.tag }
    .field = { help-ask.field }
    .date = { help-ask.date }
    .language = { help-ask.language }
    .expression = { help-ask.expression }
    .after =
        Примеры:
          quipu search "tower clock"
          quipu search "tower clock" --why             причины, до каждого слова и каждой связи
          quipu search clock -n 3 --field author=Ito --date 2024..2025-06
          quipu search clock --strategy traverse --edge 'links:$id' --set look.traverse.max_depth=2
          quipu search "tower clock" --strategy light-mix --context rows
          quipu search "who looks after the bells" --things entities,relations

        С --things находятся не фрагменты, а вещи, каждая по собственному тексту: как она называется и что о ней
        сказано. Если сущностей больше 20 000 или связей больше 100 000, то те, что есть в одном фрагменте и не
        описаны моделью, не ищутся. Всё это хранится и сначала обновляется. Порядок — по словам и векторам
        вместе, с --strategy lexical или dense — по чему-то одному; --limit действует для каждого вида.

        Параметры стратегий — в разделе `look` у `quipu settings`; задаёт их --set.

help-show = Показать один объект: что это, что он говорит и где это сказано
    .kind = Вид объекта
    .kind-document = документ: откуда прочитан, что о нём известно, его фрагменты
    .kind-chunk = фрагмент: его текст и что в нём сказано
    .kind-entity = сущность: её имена и что о ней сказано
    .kind-relation = связь: между кем и кто о ней говорит
    .kind-community = сообщество, по его id или сущности в нём: о чём оно
    .name = Id, имя или ключ
    .tree = Показать соседей сущности деревом: сначала связанных с ней, затем стоящих с ней в одном фрагменте
    .depth = С --tree: сколько уровней
    .breadth = С --tree: сколько соседей у одной сущности
    .unsure = Показать и ненадёжные связи сущности: те, чьи высказывания реже верны
    .after =
        Примеры:
          quipu show entity "Tower Clock"
          quipu show entity "Tower Clock" --tree --depth 2   её соседи и их соседи
          quipu show document notes/clock.md
          quipu show chunk 0f3a…              ключ, как его печатают --json и dump
          quipu show relation "Tower Clock"   связи, названные об этом имени

help-entity = Сказать, какие имена значат одно, а какие нет; взять сказанное назад, перечислить его
    .after =
        Примеры:
          quipu entity merge "Ada Lovelace" "Countess of Lovelace" --reason "her title"
          quipu entity split Mercury --documents 'planets/**'   там имя значит другое
          quipu entity split Mercury --documents band.md --as "Freddie Mercury"
          quipu entity split "J. Smith"      больше ни одно правило не объединит его с другими
          quipu entity rename "ada lovelace" "Ada, Countess of Lovelace"
          quipu entity log
          quipu entity undo                  последнее; `quipu entity undo 3` — третье

        Сказанное хранится рядом с документами: переживает повторную индексацию, переходит через `export` и `import`, и
        ни один документ ради него не читается заново. Почему имена сущности считаются одним, говорит `quipu show
        entity ИМЯ`.
help-entity-merge = Два имени значат одно и то же
    .a = Имя одной сущности
    .b = Имя другой
    .reason = Почему, своими словами
help-entity-split = Имя значит другое в некоторых документах или не то же, что имена, с которыми его объединяют правила
    .name = Имя
    .documents = В этих документах: id, пути или шаблоны
    .kind = Там, где оно этого вида: PERSON, ORG, PLACE, WORK…, как печатает `quipu show entity`
    .called = Как оно называется там
    .reason = Почему, своими словами
help-entity-rename = Показывать сущность под другим именем, которое с этих пор тоже её значит
    .name = Имя сущности
    .to = Имя, которое показывать
    .reason = Почему, своими словами
help-entity-undo = Взять сказанное назад: последнее или то, что под этим номером
    .number = Номер, как его печатает `quipu entity log`
help-entity-log = Перечислить сказанное и действующее: когда, что и почему

help-path = Найти кратчайшие пути между двумя сущностями и фразы, на которых держится каждый шаг
    .from = Имя одной сущности
    .to = Имя другой
    .paths = Сколько путей найти, не больше
    .length = Сколько шагов может быть в пути
    .after =
        Примеры:
          quipu path "Ilse Varga" Tarnfeld
          quipu path "Ilse Varga" Tarnfeld -k 5 --length 3
          quipu path "Ilse Varga" Tarnfeld --json | jq '.paths[0].steps[].quotes[].quote'

        Шаг ведёт от сущности к сущности, если между ними названа связь или они стоят в одном фрагменте; разные имена
        — одна сущность. Сначала идут пути с наименьшим числом шагов, затем самые дешёвые: названная связь стоит 1,
        общий фрагмент — 2, сущность в пути — 0,1 за каждое удвоение числа её фрагментов и ещё 1, если это дата или
        понятие, чтобы редкие имена шли прежде частых. Через сущность, которая есть больше чем в 60 фрагментах, путь
        ведёт лишь тогда, когда других слишком мало.

help-graph = Нарисовать окружение вопроса или сущности либо сообщества: страницей, в SVG или DOT
    .question = Вопрос, чьи свидетельства рисуются, или `-` — прочитать его из стандартного ввода
    .entity = Нарисовать окружение этой сущности
    .communities = Нарисовать сообщества: каждое одной точкой, с предложениями, которые говорят о нём больше всего
    .level = С --communities: какой уровень, 0 — внешний
    .community = Нарисовать части этого сообщества — по его id или имени сущности в нём
    .by_community = Красить сущности по сообществам, а не по видам
    .entities = Сколько сущностей или сообществ рисовать, не больше
    .chunks = Сколько фрагментов рисовать, не больше
    .html = Записать в этот файл страницу, которой больше ничего не нужно; `-` — стандартный вывод
    .svg = Записать в этот файл SVG; `-` — стандартный вывод
    .dot = Записать в этот файл DOT для Graphviz; `-` — стандартный вывод
    .strategy = { help-ask.strategy }
    .limit = Сколько фрагментов собрать
    .facts = { help-ask.facts }
    .over = { help-ask.over }
    .tests = { help-ask.tests }
    .edge = { help-ask.edge }
    .document = { help-ask.document }
    .tag = { help-ask.tag }
    .field = { help-ask.field }
    .date = { help-ask.date }
    .language = { help-ask.language }
    .expression = { help-ask.expression }
    .after =
        Примеры:
          quipu graph "Who cast the bell of the tower?" --html bell.html
          quipu graph --entity "Ilse Varga" --html ilse.html --svg ilse.svg
          quipu graph --entity "Ilse Varga" --dot - | dot -Tpdf > ilse.pdf
          quipu graph --communities --html themes.html            внешние; --level 1 — их части
          quipu graph --community "Ilse Varga" --html parts.html  части того, в котором она
          quipu graph --entity "Ilse Varga" --by-community --html ilse.html

        В странице есть всё нужное, и она ничего не загружает: масштаб, поиск, щелчок по объекту или линии показывает
        фразу, на которой они держатся. Одно и то же рабочее пространство рисуется одинаково.

help-similar = Перечислить похожие документы: у каждого ближайшие, каждая пара один раз
    .document = Только похожие на этот документ, по его id или ключу
    .k = Сколько ближайших у документа, не больше
    .min = Начиная с какого косинуса
    .html = { help-graph.html }
    .svg = { help-graph.svg }
    .graphml = Записать в этот файл GraphML; `-` — стандартный вывод
    .after =
        Примеры:
          quipu similar
          quipu similar notes/tower.md --k 10
          quipu similar --k 5 --min 0.6 --json
          quipu similar --html alike.html --graphml alike.graphml

        Документ — среднее векторов его фрагментов; пара названа, если один из двух среди ближайших другого и косинус,
        считая от косинуса любых двух текстов у этой модели, больше --min. Сравниваются все пары: вдвое больше
        документов — вчетверо дольше.

help-papers = Найти статьи, добавить их вместе с тем, на что они ссылаются, перечислить и выписать библиографию
    .after =
        Примеры:
          quipu papers search "transformer attention" --category cs.CL --from 2023
          quipu papers add "transformer attention" --max 5
          quipu papers add 1706.03762 https://arxiv.org/abs/1810.04805
          quipu papers add ~/papers refs.bib        PDF из папки и библиография
          quipu papers list --order cited
          quipu papers cited-by 1706.03762
          quipu papers map
          quipu papers concepts --near "How does self-attention work?"
          quipu papers ask "How does self-attention work?" --paper 1706.03762 --section methods
          quipu papers table 1706.03762 1810.04805
          quipu papers related 1706.03762
          quipu papers export --form bibtex > refs.bib

        Статью сразу можно спрашивать по аннотации; её текст загружается следом: HTML, если он есть в arXiv, иначе PDF, по
        одному запросу в три секунды на все программы этого пользователя. То, на что статья ссылается, сопоставляется со
        статьями, которые здесь есть; по этим связям идёт `--strategy traverse --edge 'cites:$id'`.
help-papers-search = Искать в arXiv; ничего не добавляется
    .topic = Тема словами или запрос на языке arXiv, например `ti:attention AND au:vaswani`
    .category = Только статьи этого раздела arXiv, например `cs.CL` или `cs.*`; можно повторять
    .author = Только статьи этого автора; можно повторять
    .from = Только статьи начиная с этого года, месяца или дня
    .to = Только статьи по этот год, месяц или день
    .sort = В каком порядке искать
    .sort-relevance = Сначала самые подходящие
    .sort-newest = Сначала новые
    .sort-updated = Сначала недавно изменённые
    .max = Сколько статей, не больше
help-papers-add = Добавить статьи по id arXiv в любом виде, по теме или из PDF, папок и библиографий
    .papers = Id arXiv в любом виде, файлы и папки; слова, которые ими не являются, — тема
    .category = { help-papers-search.category }
    .author = { help-papers-search.author }
    .from = { help-papers-search.from }
    .to = { help-papers-search.to }
    .sort = { help-papers-search.sort }
    .sort-relevance = { help-papers-search.sort-relevance }
    .sort-newest = { help-papers-search.sort-newest }
    .sort-updated = { help-papers-search.sort-updated }
    .max = { help-papers-search.max }
    .abstracts = Оставить тексты для `quipu papers fetch`
help-papers-fetch = Загрузить тексты статей, у которых есть только аннотация
help-papers-list = Перечислить статьи, которые здесь есть
    .words = Слова, которые все есть в заглавии, аннотации или именах авторов
    .category = Только статьи этого раздела, например `cs.CL` или `cs.*`; можно повторять
    .author = Только статьи автора, в чьём имени есть эта часть
    .from = { help-papers-search.from }
    .to = { help-papers-search.to }
    .order = В каком порядке
    .order-title = По заглавию
    .order-year = Сначала новые
    .order-cited = Сначала те, на которые здесь чаще ссылаются
    .limit = Сколько перечислить, не больше
help-papers-show = Показать статью: что о ней известно и сколько её здесь есть
    .paper = Статья: id arXiv в любом виде, DOI, id её документа, заглавие
help-papers-cites = Перечислить, на что статья ссылается, с этими фразами
    .paper = { help-papers-show.paper }
    .all = Показать и те ссылки, которых здесь нет как статей
help-papers-cited-by = Перечислить статьи, которые ссылаются здесь на статью, с этими фразами
    .paper = { help-papers-show.paper }
help-papers-missing = Перечислить работы, на которые ссылаются несколько здешних статей и которых здесь нет
    .limit = Сколько перечислить, не больше
help-papers-map = Показать карту статей: какие похожи, какие стоят вместе, на чём основаны другие, какие их соединяют
    .papers = Статьи, любыми их именами; без них — все
    .nearest = Сколько ближайших у статьи, не больше
    .min = Начиная с какого косинуса статьи похожи
help-papers-concepts = Перечислить, о чём говорят статьи: понятия, методы, алгоритмы, данные, метрики — и что о них сказано
    .papers = { help-papers-map.papers }
    .near = Только то, что назвал этот вопрос, и что статьи с этим связывают
    .limit = Сколько перечислить, не больше
help-papers-ask = Ответить на вопрос по одним статьям, с цитатами
    .question = Вопрос
    .paper = Только эта статья, под любым её именем; можно повторять; без него — все
    .section = Только разделы этого рода, например `methods`; можно повторять
    .vectors = Искать только по векторам, без слов
    .unrated = Не давать модели оценивать найденное
    .offline = Не давать модели писать: отвечать предложениями статей
    .session = Продолжить этот разговор или начать его
help-papers-table = Показать, что вносят статьи: задача, метод, данные, мера и результат каждой — с цитатой или «не сказано»
    .papers = { help-papers-map.papers }
    .form = { help-papers-export.form }
    .form-text = Одна статья под другой
    .form-markdown = Таблица Markdown
    .form-csv = Значения через запятую, для таблиц
    .offline = Не давать модели читать их: цитировать то, что найдут правила
help-papers-related = Перечислить близкие статьи и чем они близки
    .papers = Статьи, любыми их именами
    .by = Чем они близки
    .by-all = Всем сразу
    .by-likeness = Текстами
    .by-coupling = Тем, на что ссылаются обе
    .by-cocitation = Теми, кто ссылается на обе
    .by-entities = Тем, о чём говорят обе
    .limit = { help-papers-concepts.limit }
help-papers-refresh = Узнать, у каких здешних статей есть версия новее и какие отозваны
help-papers-export = Выписать статьи как библиографию в стандартный вывод
    .papers = Статьи, любыми их именами; без них — все
    .form = В каком виде
    .form-bibtex = BibTeX, как его читает LaTeX
    .form-ris = RIS, как его читают программы для ссылок
    .form-csl = CSL JSON, как его читают обработчики цитат
help-papers-convert = Выписать библиографию в другом виде в стандартный вывод; ничего не добавляется
    .file = Библиография: BibTeX, RIS или CSL JSON
    .form = { help-papers-export.form }
    .form-bibtex = { help-papers-export.form-bibtex }
    .form-ris = { help-papers-export.form-ris }
    .form-csl = { help-papers-export.form-csl }
help-papers-go = Снова разрешить спрашивать arXiv, после того как он отказался отвечать этому адресу

help-communities = Перечислить сообщества сущностей: темы документов, что в каждой и сколько о ней сказано
    .level = Как глубоко: 0 — только внешние
    .limit = Сколько перечислить, не больше
    .html = Записать отчёты о перечисленных в этот файл — одной страницей, которой больше ничего не нужно, с цитатами; `-` — в стандартный вывод
    .after =
        Примеры:
          quipu communities
          quipu communities --level 2
          quipu communities --level 1 --html themes.html
          quipu show community "Ilse Varga"

        Сообщество названо именами из своей середины, за ними его слова; показано, что в нём есть и насколько оно важно,
        от 0 до 10. `quipu show community` рассказывает об одном всё, по цифрам в начале его строки.

help-cluster = Привести сообщества сущностей в соответствие с документами и составить отчёт о каждом
    .full = Составить всё заново, как для нового индекса, вместе с id
    .write = Дать модели, названной в `llm.summarise.name` или `llm.name`, написать отчёты, которых нет или которые устарели
    .dry_run = Сказать, чего это потребует, ничего не спрашивая
    .budget = Сколько потратить, не больше, в валюте `llm.price_input` и `llm.price_output`
    .again = Спросить снова и об отчётах, которые не удалось написать
    .after =
        Примеры:
          quipu cluster
          quipu cluster --full --json
          quipu cluster --write --dry-run      чего потребуют отчёты модели
          quipu cluster --write --budget 2.50

        Сущности связаны, если связь между ними названа или если они стоят вместе чаще случайного; сообщества находит
        алгоритм Лейдена, большое делится на части. Без --write модель не спрашивают. С ним она пишет отчёты, начиная с
        самых внутренних сообществ; каждый вывод называет фрагменты, которые его говорят, а чего они не говорят, то
        отбрасывается. Отчёт остаётся, пока тот же вопрос был бы задан снова. После изменения сдвигается только то, чего оно
        касается, а сообщества сохраняют id; сказано, как далеко они ушли от полного прохода. Всё, чему нужны сообщества,
        делает это само.

help-status = Сказать, что есть в рабочем пространстве и сколько оно занимает

help-delete = Удалить документы и всё, что говорили только они
    .documents = Id, пути файлов, шаблоны id или `-` — такие же строки из стандартного ввода
    .after =
        Примеры:
          quipu delete notes/old.md       по id, как его показывают `quipu search` и цитаты
          quipu delete ~/notes/old.md     по пути файла
          quipu delete 'notes/2019/**'    по шаблону id
          quipu search draft --json | jq -r '.hits[].document' | quipu delete -

help-amend = Дать документам заголовок или метаданные вручную, вместо того, что говорят их файлы
    .documents = Id, пути файлов, шаблоны id или `-` — такие же строки из стандартного ввода
    .title = Заголовок
    .fields = Поле метаданных; можно повторять
    .back = Взять назад то, что дано вручную: поле или `title`; можно повторять
    .after =
        Примеры:
          quipu amend notes/old.md --title 'The old tower'
          quipu amend 'notes/2019/**' --field project=tower --field 'tags=["tower", "clock"]'
          quipu amend notes/old.md --back title --back tags    снова то, что говорит файл

        Значение — JSON, если оно читается как JSON, иначе текст. Данное вручную остаётся, когда файл читают снова, и уходит
        вместе с документом; фильтры видят его сразу, а `quipu show document` отмечает.

help-doctor = Проверить все ссылки, счётчики и сохранённые ответы и построить заново производное
    .repair = Построить неверное заново
    .after =
        То, что говорят документы, не меняется никогда; индексы и счётчики выведены из этого и строятся заново. Ответы
        моделей и разговоры лежат рядом: тот, чья контрольная сумма неверна, будет назван, а с --repair убран.
        Повреждённый кэш выбрасывается.

help-dump = Напечатать всё содержимое рабочего пространства, по объекту JSON на строку, в каноническом порядке
    .output = Записать в этот файл
    .after =
        Одинаковые рабочие пространства дают одинаковый вывод, в каком бы порядке ни приходили документы.

help-export = Записать рабочее пространство в другом виде: строки, граф, таблицы, заметки
    .format = В каком виде
    .format-jsonl = строки JSON, в которых есть всё
    .format-graphml = один файл GraphML
    .format-csv = две таблицы для Neo4j, в папке
    .format-obsidian = папка заметок Markdown для Obsidian: на документ и на сущность по одной
    .to = Куда: файл или папка, пустая или ещё не созданная; `-` — стандартный вывод [по умолчанию: -]
    .after =
        Примеры:
          quipu export jsonl --to backup.jsonl        всё; прочитает снова `quipu import`
          quipu export jsonl | zstd > backup.zst
          quipu export graphml --to notes.graphml     для Gephi, yEd, Cytoscape, NetworkX, igraph
          quipu export csv --to neo4j/                для Neo4j, см. ниже
          quipu export obsidian --to vault/           откройте папку как хранилище

        jsonl не теряет ничего: импорт в пустое рабочее пространство даёт тот же `quipu dump`. В остальных есть
        документы, фрагменты, сущности, связи и упоминания. Таблицы читает
        `neo4j-admin database import full --nodes=nodes.csv --relationships=relationships.csv`; переводы строк в
        текстах становятся пробелами.

help-backup = Скопировать рабочее пространство целиком в один файл, в том числе рядом с работающим сервером
    .to = Файл, который будет записан
    .force = Заменить файл, который уже есть
    .after =
        Примеры:
          quipu backup notes.quipu                  всё: граф, ответы моделей, беседы, задания, исходные файлы, настройки
          quipu -w papers backup /mnt/papers.quipu
          quipu restore notes.quipu -w ~/restored

        Копия — одного момента: кто пишет, ждёт, пока она делается, кто читает — нет. Это архив (ZIP), который `quipu restore` проверяет, прежде чем что-либо положить на место. Ключей серверов моделей в нём нет: настройки называют только переменные.

help-restore = Положить на место записанное `quipu backup`, в папку без рабочего пространства
    .from = Файл, который будет прочитан
    .after =
        Примеры:
          quipu restore notes.quipu                 в эту папку
          quipu restore notes.quipu -w ~/restored

        Будет всё или ничего. Настройки, которые уже лежат в папке, останутся как есть.

help-import = Прочитать в это рабочее пространство то, что записал `quipu export jsonl`
    .file = Файл или `-` — стандартный ввод
    .after =
        Примеры:
          quipu import backup.jsonl -w ~/restored
          zstdcat backup.zst | quipu import -
          quipu -w a export jsonl | quipu -w b import -      из одного рабочего пространства в другое

        Рабочее пространство создаётся, если его нет. Если оно есть, документ занимает место того, у кого тот же id.
        О строке, которая не читается, сказано с её номером, документ, к которому она относится, и копии его текста не
        берутся целиком, а импорт идёт дальше. Если файл кончается не так, как экспорт, об этом тоже сказано; в обоих
        случаях код завершения 4. Векторы берутся как есть, если модель та же, иначе создаются заново. Что фрагменты
        текста — весь текст, принимается на веру: импортируйте файлы тех, кому доверяете, или индексируйте сами документы.

help-eval = Измерить свидетельства, ответы и упоминания на наборах вопросов с известными ответами
    .sets = Папки наборов
    .answers = Измерить ответы и отказы стратегией, названной в настройках
    .evidence = Измерить ответы-цитаты по настоящим файлам: в наборе вместо `corpus.jsonl` папка файлов `docs`
    .judged = Измерить ответы по настоящим файлам по вердиктам людей: в наборе `docs`, `questions.jsonl` и
        `verdicts.jsonl`; папка с такими наборами заменяет их все. С --json печатаются все ответы, чтобы их оценить
    .foreign = С --answers: задать каждому набору и эти вопросы, на которые он не отвечает
    .mentions = Измерить упоминания, найденные в размеченных предложениях этой папки и в указанных наборах
    .names = Измерить, о каких именах сказано, что они значат одно, на размеченных парах этой папки
    .by_sort = С --names: и каждый сорт пар отдельно
    .replies = Измерить, что прочитано в ответах модели и что потеряно: файл JSON, список текстов или объект с ними
    .relations = Измерить утверждённые связи: какие факты из свидетельств набора связаны утверждением и подходит ли сказуемое
    .loaders = Измерить, что прочитано в документах этой папки, рядом с которыми лежит их текст, как a.csv.md рядом с a.csv
    .strategy = Какие стратегии измерять [по умолчанию: все]
    .no_titles = Не брать сущности из заголовков
    .agent = Измерить, как выбирается путь вопроса и различаются противоречия, на размеченных строках этой папки
    .listed = Измерить без связей из `triples.jsonl` набора и с ними, как если бы его отрывки прочла модель
    .matrix = Измерить все способы искать на всех наборах в одной таблице: полноту среди первых пяти, а для настоящих файлов (наборы с папкой `docs`) — как часто найдено точное место и дан ответ, для чётных и нечётных вопросов
    .efforts = Измерить, на что верно отвечает каждое усилие и чего стоит верный ответ: в наборе есть папка файлов `docs`
    .ablation = Измерить и то, что даёт каждая часть правил об именах: все по очереди исключаются. Для наборов и с --names
    .shuffled_vectors = Измерить, что дают векторы: `hybrid` против `lexical` и против себя с векторами других фрагментов
    .report = Измерить все конфигурации и записать этот файл Markdown
    .configurations = С --report: что измерять, файл TOML из `[[configuration]]` с `name`, `strategy`, `options`, `became`
    .questions = Задать только столько первых вопросов
    .documents = Индексировать только то, что отвечает на заданные вопросы, и первые из остальных документов, всего столько
    .markdown = Печатать таблицу Markdown
    .after =
        Примеры:
          quipu eval eval/sets/musique
          quipu eval eval/sets/* --strategy lexical --strategy walk
          quipu eval eval/sets/* --no-titles
          quipu eval eval/sets/* --report eval/REPORT.md --configurations eval/configurations.toml
          quipu eval eval/sets/xquad_* eval/sets/2wiki --answers
          quipu eval eval/sets/2wiki --answers --foreign eval/sets/xquad_en
          quipu eval eval/sets/2wiki --mentions eval/mentions
          quipu eval eval/sets/2wiki --relations
          quipu eval eval/sets/musique --listed --strategy ppr
          quipu eval eval/real/* --evidence
          quipu eval eval/reading --judged
          quipu eval eval/sets/* eval/real/* --matrix
          quipu eval --names eval/names
          quipu eval eval/sets/musique --strategy walk --ablation
          quipu eval --agent eval/agent
          quipu eval eval/agent/software --efforts
          quipu eval --replies eval/replies.json

        Набор — папка с `corpus.jsonl` (`_id`, `title`, `text`) и `questions.jsonl` (`_id`, `text`, `gold`: id с
        ответом, или `relevance`: id с оценками). С --answers вопрос отвечен, если его `answer` есть в сказанном;
        считаются и отказы: на свои вопросы набора, на чужие и на свои после удаления нужных документов. С --evidence
        файлы набора индексируются, как это делает `index`, а на вопрос (`text`, `kind`, `answer`: тексты, из которых
        должен прозвучать любой или, если `need` — "all", каждый, `gold`: что отвечает, `evidence`: объекты с
        `document` и точным текстом `text`) отвечено, когда это сказано; прочее сказанное — шум, а на вопросы вида
        `unanswerable` следует отказ. С --efforts вопрос (`text`, `must`: группы выражений, из каждой должно прозвучать одно,
        `pool`: имена, которых не должно быть много, `refuse`: нет ли ответа) к таким файлам задаётся с каждым усилием,
        модели, если настройки её называют. С --relations факты из `evidences` набора (подлежащее, сказуемое, дополнение) и связи
        из его `triples.jsonl`, если он есть, сравниваются с утверждениями, найденными правилами. С --mentions с найденным сравниваются папка размеченных предложений (`text`,
        `mentions`) и имена из `evidences` набора. С --no-titles заголовки не дают сущностей (но ищутся как слова). С
        --report измеряется каждая конфигурация файла, с заголовками и без. Чётные и нечётные вопросы считаются
        отдельно: выбирайте настройки по чётным, сообщайте нечётные. Строка `mean` — среднее по наборам.

help-bench = Измерить скорость и размер на созданном тексте, от файлов до ответов
    .chunks = Сколько фрагментов создать
    .folder = Работать в этой папке и оставить созданное [по умолчанию: временная]
    .sentences = Папка наборов, чьи предложения берутся [по умолчанию: eval/sets здесь или выше]
    .memory = Сколько памяти можно занять, с кэшем страниц, в ГиБ; 0 — без предела
    .questions = Сколько вопросов задать каждым способом, после стольких же других
    .small = Измерить только малые корпуса
    .store_only = Измерить одно хранилище, с готовыми фактами и векторами
    .report = Записать измеренное, и на что ушло время, в этот файл Markdown
    .after =
        Примеры:
          quipu bench                              100 000 фрагментов и малые корпуса
          quipu bench --chunks 1000000 --report bench/REPORT.md
          quipu bench --small                      только малые корпуса
          quipu bench --store-only                 одно хранилище: факты и векторы готовы заранее

        Текст составлен из предложений наборов --sentences с другими именами, часть которых стоит в каждом третьем
        фрагменте. Он записан в файлы и проходит весь `index`; вопросы проходят весь `search`. Каждая часть идёт в
        своём процессе, с пределом памяти, если система его позволяет. Измеренное стоит рядом с целями. Миллион
        фрагментов занимает около 5 ГБ в папке временных файлов.

help-model = Скачать, перечислить и удалить модели, которые кодируют или читают предложения; проверить все модели из настроек
    .after =
        Примеры:
          quipu model list                       что известно по имени и что уже есть
          quipu model pull all-MiniLM-L6-v2      скачать; после обрыва продолжит с того же места
          quipu model pull reader                модель, которая помогает выбирать предложения
          quipu model pull org/name              любой кодировщик BERT с safetensors, по репозиторию
          quipu model pull NAME --mirror https://hub.example.org
          quipu model path all-MiniLM-L6-v2      его папка
          quipu model check                      что работает, как быстро и что изменить

        SHA-256 файла проверяется, если он известен; иначе первой загрузке верят и хранят сумму в quipu-model.json, а
        следующая должна совпасть.
help-model-pull = Скачать модель по имени или по репозиторию `org/name`
    .name = Имя или репозиторий
    .mirror = Адрес хранилища моделей с таким же устройством
help-model-list = Перечислить модели, известные по имени, и те, что есть здесь
help-model-path = Напечатать папку модели
    .name = Имя
help-model-check = Проверить все модели, названные в настройках: что работает, как быстро и что изменить
help-model-remove = Удалить папку модели
    .name = Имя

help-reembed = Дать каждому фрагменту вектор другой модели
    .model = Модель, как её называет `embed.model` [по умолчанию: из настроек]
    .after =
        Примеры:
          quipu reembed --model all-MiniLM-L6-v2     модель, скачанная `quipu model pull`
          quipu reembed --model ~/models/bge-small   папка
          quipu reembed --model static               обратно к векторам внутри программы
          quipu reembed --model openai --set embed.url=http://127.0.0.1:8080/v1 --set embed.name=bge-m3

        Пока готовы не все новые векторы, на вопросы отвечают прежние; затем новые вступают сразу, а `embed.model`
        записывается в quipu.toml рабочего пространства. После остановки или обрыва новый запуск продолжает с того же
        места. Индексировать тем временем нельзя; тексты, факты и слова остаются как были.

help-serve = Отвечать по HTTP: страница, REST API, загрузки и задания, пока не нажато Ctrl-C
    .listen = Где слушать [по умолчанию: `server.listen`, 127.0.0.1:7171]
    .all = Обслуживать все именованные рабочие пространства, а не одно
    .open = Открыть страницу в браузере
    .after =
        Примеры:
          quipu serve                         рабочее пространство этой папки, только для этой машины
          quipu serve --all --open            все именованные, и страница в браузере
          quipu token create wiki --role read
          quipu serve --listen 0.0.0.0:7171   и для других машин: с токеном

        Сервер один пишет в свои рабочие пространства. Команды, которым надо писать (`quipu index`, `delete`, `extract`),
        сами передают ему работу и показывают, как она идёт. Ctrl-C завершает его спокойно: ответы договариваются, задания
        останавливаются и продолжаются при следующем запуске. Подробности: docs/server.md, а о nginx и Caddy — docs/proxy.md.

help-mcp = Дать агентам инструменты над рабочим пространством: Model Context Protocol на стандартных вводе и выводе
    .tools = Какие инструменты показать: наборы и имена через запятую [по умолчанию: `mcp.tools`, default]
    .write = Показать и те, что меняют рабочее пространство
    .after =
        Примеры:
          quipu mcp                            обычные инструменты; агенты запускают её сами
          quipu -w notes mcp --tools papers    другое рабочее пространство, инструменты для статей
          quipu mcp --tools search,fetch,read  только эти
          quipu mcp --write                    и те, что добавляют и удаляют документы и сводят имена

        Наборы инструментов: default, papers и all. Без --write ничего не пишется, что бы ни говорил документ. `quipu serve`
        отвечает тем же по HTTP, на /mcp. Подробности: docs/mcp.md.

help-token = Перечислить, создать и отозвать токены сервера
    .after =
        Примеры:
          quipu token create wiki --role read --only papers   для одного рабочего пространства
          quipu token create me --role admin --days 30        на месяц
          quipu token list
          quipu token revoke 3q2-7wMBAgME

        Токен показывается один раз; хранится только его хеш. Посылают его как `Authorization: Bearer`.
help-token-create = Создать токен и показать его
    .name = Как он называется
    .role = Что ему можно: read — спрашивать, write — и менять документы, admin — всё
    .role-read = спрашивает и смотрит
    .role-write = и меняет документы, и решает об именах
    .role-admin = и меняет токены и настройки
    .workspaces = Рабочее пространство, которое ему видно; без этого видны все
    .days = Через сколько дней он кончается; без этого никогда
help-token-list = Перечислить токены, без их секретов
help-token-revoke = Отозвать токен
    .id = Его id, как его показывает `quipu token list`

help-upgrade = Обновить рабочее пространство, созданное более старой программой
    .after =
        Всё, что выводится из документов, строится заново рядом с прежним и вступает сразу: файлы заново не читаются,
        модели не спрашиваются, решения, беседы, векторы и идентификаторы остаются. После остановки или обрыва новый
        запуск продолжает с того же места. Всё, что пишет в небольшое пространство, обновляет его само.

help-extract = Дать модели из настроек прочитать проиндексированное: описания сущностей, связи, утверждения
    .dry_run = Сказать, чего это стоило бы, и ничего не спрашивать
    .budget = Сколько самое большее потратить, в валюте `llm.price_input` и `llm.price_output`; самое ценное читается первым
    .share = Какую долю прочитать, от 0 до 1: то, что похоже на большую часть остального; его прочтут одни правила
    .profile = Что искать: имя профиля или его файл
    .only = Читать только то, что стоит под заголовком с таким именем
    .after =
        Примеры:
          quipu extract --dry-run          чего это стоит: запросы, токены, деньги; ничего не спрашивается
          quipu extract                    прочитать непрочитанное
          quipu extract --budget 2.50      самое ценное на эти деньги; не тратить больше
          quipu extract --share 0.2        пятую часть: то, что стоит за большей частью остального
          quipu extract --profile research --only abstract   статьи — по одним аннотациям

        `quipu index` делает и это, если модель названа. Прочитанное сохраняется документ за документом, ответы —
        сразу: прерванный запуск не спросит ни об одном из них снова.

help-retry = Снова спросить модель о том, что она не смогла прочитать
    .budget = Сколько самое большее потратить, в валюте `llm.price_input` и `llm.price_output`
    .after =
        Примеры:
          quipu status                     всё ли прочитано?
          quipu retry                      спросить снова, и о ещё не прочитанном
          quipu retry --set llm.extract.name=a-larger-model   у другой модели: всё читается заново

help-prompts = О чём спрашивают модель: файлы, которые можно менять
    .after =
        Примеры:
          quipu prompts list
          quipu prompts tune --output mine.toml                профиль для этих документов предлагает модель
          quipu prompts eject research --to research.toml      копия для правки
          quipu prompts diff research.toml                     что изменено
          quipu config set extract.profile research.toml

help-prompts-list = Перечислить профили внутри программы

help-prompts-eject = Записать профиль файлом, в котором сказано всё
    .name = Имя профиля
    .to = Файл [по умолчанию: стандартный вывод]

help-prompts-tune = Дать модели предложить профиль для документов этого пространства: типы, примеры, язык
    .output = Файл [по умолчанию: стандартный вывод]
    .samples = Сколько отрывков из документов она увидит
    .seed = Какие отрывки: другое число — другие

help-prompts-diff = Показать, чем файл отличается от профиля внутри программы
    .file = Файл
    .from = Профиль

help-ways = Перечислить способы искать или рассказать об одном: откуда он, из чего состоит, чего стоит
    .name = Какой; по умолчанию все
    .after =
        Примеры:
          quipu ways                    имена, которые принимает --strategy
          quipu ways ppr                из чего он состоит, что в его срезе, его параметры и их значения
          quipu ways ppr --json

        Какой способ для какого вопроса, в цифрах: docs/ways.md.

help-settings = Перечислить все настройки: значение, где оно задано и что делает
    .after =
        Настройки читаются, от сильных к слабым, из флагов (`--set split.characters=800`), переменных
        (QUIPU_SPLIT_CHARACTERS), `quipu.toml` рядом с `.quipu/` и `quipu/config.toml` в $XDG_CONFIG_HOME или
        ~/.config. Ключ, которого нет ни у одной настройки, — ошибка.

help-config = Показать настройки и где они заданы, задать их или править их файл
    .after =
        Примеры:
          quipu config show --origin                что действует здесь и какой файл, переменная или флаг это задал
          quipu config set split.characters 800     в `quipu.toml` рядом с `.quipu/`
          quipu config set look.limit 20 --user     в своём файле, для всех рабочих пространств
          quipu config unset split.characters
          quipu config presets lightrag             что задаёт `--preset lightrag`
          quipu config edit                         в $VISUAL или $EDITOR; негодное не принимается

        Что делает каждая настройка: `quipu settings`.
help-config-show = Напечатать настройки и их значения
    .keys = Только эти
    .origin = Сказать, где задано каждое значение
help-config-set = Задать настройку в файле
    .key = Какую
    .value = Каким значением
    .user = В своём файле
help-config-unset = Убрать настройку из файла
    .key = Какую
    .user = Из своего файла
help-config-edit = Открыть файл настроек в редакторе
    .user = Свой файл
help-config-presets = Перечислить наборы настроек с числами других систем или напечатать один
    .name = Какой напечатать, как файл настроек
help-config-path = Напечатать путь файла настроек
    .user = Свой файл

help-workspace = Перечислить, создать, переименовать и удалить именованные рабочие пространства
    .after =
        Примеры:
          quipu workspace create papers            рабочее пространство, которое можно назвать из любой папки
          quipu -w papers index ~/papers
          quipu -w papers ask "what is a skeleton?"
          quipu workspace create work --at ~/work  имя для того, что лежит в папке

        Имя не обязательно: без -w берётся ближайший `.quipu/` выше текущей папки.
help-workspace-list = Напечатать все имена, их папки и что в них есть
help-workspace-create = Назвать рабочее пространство и создать его, если его нет
    .name = Имя
    .at = Папка [по умолчанию: внутри папки данных пользователя]
help-workspace-rename = Дать рабочему пространству другое имя; папка остаётся
    .name = Имя
    .new = Новое имя
help-workspace-delete = Удалить хранилище рабочего пространства; документы и настройки остаются
    .name = Имя
    .yes = Не спрашивать

help-completions = Напечатать автодополнение для оболочки
    .shell = Для какой оболочки
    .after =
        Примеры:
          quipu completions bash > ~/.local/share/bash-completion/completions/quipu
          quipu completions fish > ~/.config/fish/completions/quipu.fish

help-man = Напечатать страницу руководства
    .after =
        Пример:
          quipu man > ~/.local/share/man/man1/quipu.1

help-licences = Напечатать лицензии библиотек, из которых собрана программа

help-docs = Напечатать страницу документации
    .page = Какую
    .page-commands = справка всех команд, Markdown
    .page-skill = что надо знать агенту, чтобы пользоваться Quipu: файл навыка (SKILL.md)
    .page-settings = таблица настроек, Markdown
    .page-strategies = способы искать, Markdown
    .page-splitters = способы резать, Markdown

## Стратегии и способы резать

strategy =
    .auto = выбирается по вопросу: `walk`, если в нём что-то названо, `global`, если он обо всём вместе, иначе `hybrid`
    .dense = фрагменты, чьи векторы ближе всего к вектору вопроса, по косинусу
    .hops = фрагменты рядом с вопросом вместе с фрагментами их сущностей и соседей
    .hybrid = слова и векторы вместе: BM25 относительно лучшего плюс косинус
    .lexical = фрагменты со словами вопроса, по BM25
    .walk = прогулка по графу от сущностей вопроса и лучших фрагментов (персонализированный PageRank)
    .traverse = вдоль рёбер метаданных: от фрагментов к документам с общим значением
    .global = о чём всё это вместе: сообщества сущностей, каждое в своих лучших предложениях
    .drift = от подходящих сообществ к их фрагментам и туда, куда они ведут
    .outline = целые разделы, выбранные по дереву заголовков (PageIndex)
    .local = ближайшие к вопросу сущности, их отношения, фрагменты и отчёты (GraphRAG)
    .light-local = сущности рядом с низкими ключевыми словами вопроса, с их отношениями и фрагментами (LightRAG)
    .light-global = отношения рядом с высокими ключевыми словами вопроса, с их концами и фрагментами (LightRAG)
    .light-hybrid = `light-local` и `light-global` по очереди (LightRAG)
    .light-mix = `light-hybrid` и ближайшие к вопросу фрагменты по очереди (LightRAG)
    .ppr = от утверждений, ближайших к вопросу, по сущностям и фрагментам (HippoRAG 2)
    .skeleton = ключевые слова рядом с вопросом и утверждения их сущностей, в заданном отношении (KET-RAG)
    .clues = утверждения с пробелами, которые ищутся и заполняются раз за разом, с моделью (T2RAG)
    .statements = фрагменты, где утверждается ближайшее к вопросу (T2RAG)
    .paths = от точек входа по утверждённым отношениям и путями между названным (VectorCypher)
    .papers = слова и векторы внутри документов, где упомянуты понятия вопроса и связанные с ними
    .lazy = что об этом сказано повсюду: фрагменты проверяются там, где в сообществах что-то нашлось, в пределах бюджета

splitter =
    .structure = заголовки, абзацы, списки, таблицы и код, целиком, где помещаются; правка меняет фрагменты вокруг неё
    .recursive = по самому крупному разделителю, который подходит, как LangChain; правка меняет всё до места, где разрезы снова совпадут
    .tokens = окна из токенов модели, как GraphRAG и LightRAG; правка меняет всё, что ниже
    .sentences = целые предложения до заданного размера; правка меняет всё до места, где два фрагмента кончаются одним предложением

## Настройки

setting-index =
    .max_document = наибольший объём текста одного документа, в мегабайтах; более длинный обрезается, и об этом сказано в отчёте
    .sync_every = при большой индексации сохранять прочитанное не реже, чем раз в столько секунд
    .sync_megabytes = при большой индексации сохранять прочитанное после стольких мегабайтов текста
setting-answer =
    .corrective = проверяется ли, относится ли найденное к вопросу (corrective RAG): если нет, его ищут ещё раз другими словами, а если и тогда нет, примечание предупреждает
    .beyond = говорит ли модель то, что знает помимо документов, когда в них ответа нет: под особым заголовком и без цитат
    .cache = хранить ли ответ, который написала модель или на который ушло больше одного взгляда, и давать его снова, пока документы и настройки те же
    .monitor = считать ли рядом с рабочим пространством виды вопросов и то, как на них отвечено, без единого их слова (`quipu monitor`)
    .effort = сколько делается для вопроса: один взгляд или план из частей, поправки и проверки
    .length = длина ответов, которые пишет модель: short, medium, long или другая, названная в `answer.prompts`
    .style = как они написаны: prose, list, steps, simple или иначе, как сказано в `answer.prompts`
    .language = на каком языке они написаны; по умолчанию на языке вопроса
    .passages = сколько токенов отрывков модель читает ради ответа, самое большее
    .context = как записаны источники, которые читает модель: пронумерованные тексты (`text`) или строки сущностей, связей и фрагментов (`rows`)
    .relations = больше всего токенов связей, если `answer.context` — `rows`
    .entities = сколько токенов занимает то, что известно о сущностях из вопроса, самое большее
    .history = сколько токенов беседы читается, чтобы понять вопрос, который на неё опирается, самое большее
    .room = сколько токенов может быть в ответе
    .judge = судит ли модель предложения, слова которых не совпадают со словами источников; один запрос на ответ
    .prompts = слова, которыми запрашиваются ответы: файл, записанный `quipu prompts eject answer`; по умолчанию те, что в программе
setting-agent =
    .way_prompts = слова, которыми способы искать спрашивают модель, прежде чем искать: файл, который записала `quipu prompts eject ways`; по умолчанию слова из программы
    .steps = сколько шагов делает вопрос, на который тратится больше одного взгляда, самое большее; 0 — сколько даёт усилие, и так ниже
    .views = сколько раз он вырезает часть графа, самое большее
    .calls = сколько раз он обращается к модели, считая обращение за ответом, самое большее
    .tokens = после скольких токенов этих обращений новых не делается
    .seconds = сколько секунд он длится, пока не пишется ответ, самое большее
    .money = после скольких денег за эти обращения, по ценам моделей, новых не делается; 0 — без предела
    .prompts = слова, которыми агент спрашивает модель: файл, записанный `quipu prompts eject agent`; по умолчанию те, что в программе
setting-reader =
    .model = модель, которая читает вопрос и предложение вместе (cross-encoder) и помогает выбирать предложения для ответов цитатами: `none`, `server` (сервер `llm.rerank`), имя из `quipu model list` или папка модели
    .units = сколько предложений, членов списков и строк она читает для одного вопроса: лучшие по словам
    .milliseconds = сколько миллисекунд ей дано на вопрос; если она не успела, ответ выбран только по словам, и трасса об этом говорит
setting-extract =
    .share = какую долю окон читает модель: те, что стоят за большинством остальных; прочее читают правила
    .context = пишет ли модель о каждом фрагменте одно предложение о его месте в документе: по нему ищут, оно входит в вектор, но не цитируется. По запросу на окно; написанное остаётся, если это выключить
    .context_words = слова, которыми её об этом спрашивают: файл, записанный `quipu prompts eject context`; по умолчанию те, что в программе
    .describe = слова, которыми из многих описаний составляется одно: файл, записанный `quipu prompts eject describe`; по умолчанию те, что в программе
    .fragments = одно описание составляется, когда описаний сущности или отношения больше этого числа
    .fragment_tokens = или когда токенов в них вместе больше этого числа
    .profile = что модель ищет в документах: имя из `quipu prompts list` или файл, который записал `quipu prompts eject`
    .window = наибольшее число токенов соседних фрагментов, которые модель читает за раз
    .gleanings = сколько раз спросить её о пропущенном; прекращается, когда она больше ничего не находит
    .room = наибольшее число токенов ответа поначалу; оборванному ответу даётся больше места
    .only = читать только то, что стоит под заголовком с таким именем, например abstract; если его нет — первый фрагмент. По умолчанию всё
    .language = язык, на котором описано найденное; по умолчанию язык текста
    .claims = спрашивать ли и об утверждениях
setting-names =
    .homonyms = различает ли словарь известных тёзок по словам вокруг них (снятие омонимии): на размеченных тёзках точность без него 54,0, с ним 69,8, полнота 62,7 и 80,0, на вопросах разницы нет (eval/ABLATION.md); после смены документы читаются снова следующим `quipu index`
setting-relations =
    .predicates = слова предикатов сверх тех, что внутри программы; по ним связи показываются и прослеживаются: `ИМЯ = слова | слова` или `ИМЯ < слова`, где они ведут в обратную сторону; `*` с любого края заменяет что угодно
    .kinds = виды вещей по существительным, которыми они названы; так их показывают и рисуют
setting-load =
    .max_file = самый большой файл формата, который читается целиком (PDF, офис, архивы), в мегабайтах
    .seconds = сколько секунд может читаться один такой файл; процессорного времени малому файлу даётся шестидесятая часть, большему больше
    .memory = сколько мегабайтов памяти может занять такое чтение, если система умеет это ограничить
    .html = что читать в веб-странице: основную часть или также меню, подвал и формы
    .everything = читать ли и файлы, которые не документы: рисунки без предложений, сжатые скрипты, карты кода, файлы блокировок, остатки редакторов и загрузок, ключи и данные (base64) внутри текстов; по умолчанию они пропускаются и подсчитываются
    .ocr = языки, на которых tesseract читает картинки страниц, например eng+rus; по умолчанию о них лишь сообщается. Нужны tesseract и pdftoppm и больше `load.seconds`
    .json_text = поля объектов JSON с их текстом, прежде тех, что ищутся всегда (text, content, body, abstract и другие)
    .json_title = поля с заголовком, прежде title, name и других
    .json_id = поля с id, прежде _id, id и других
setting-split =
    .method = правило, по которому документы режутся на фрагменты
    .characters = наибольшее число символов во фрагменте; по умолчанию 1200, для recursive — 1000
    .tokens = наибольшее число токенов во фрагменте: для tokens — в `split.encoding`, по умолчанию 1200; для structure — слов, как их считает индекс, по умолчанию без предела
    .overlap = сколько самое большее фрагмент recursive, tokens или sentences повторяет из предыдущего, в единицах его размера; по умолчанию 100, для sentences — 0
    .separators = где режет recursive, от крупного к мелкому; по умолчанию ["\n\n", "\n", " ", ""]
    .keep_separator = начинает ли разделитель следующее, завершает ли предыдущее или не входит никуда
    .encoding = чьи токены считать
setting-embed =
    .model = что создаёт векторы: `static` (внутри программы), `none`, `openai` (сервер) или кодировщик предложений: имя из `quipu model list` или папка модели
    .library = библиотека ONNX Runtime, которая исполняет кодировщик, или `auto`, чтобы её найти; по умолчанию он исполняется самой программой
    .url = для `openai`: адрес сервера, до `/v1` включительно
    .name = для `openai`: имя модели; `{"{"}role{"}"}` в нём становится `query` или `passage`
    .key = для `openai`: переменная, в которой лежит ключ; по умолчанию OPENAI_API_KEY, если `embed.url` — сервер OpenAI, иначе никакая
    .dimension = для `openai`: число компонент вектора; 0 — сколько даст сервер
    .batch = для `openai`: сколько текстов в запросе
    .query_prefix = для `openai`: что ставить перед вопросами
    .passage_prefix = для `openai`: что ставить перед фрагментами
    .seconds = для `openai`: сколько секунд может длиться запрос
setting-model =
    .folder = папка моделей; по умолчанию quipu/models в $XDG_DATA_HOME или ~/.local/share
    .mirror = откуда скачивает `quipu model pull`: адрес хранилища с таким же устройством, как обычное
setting-communities =
    .least_chunks = в скольких фрагментах должна быть сущность, чтобы попасть в сообщество, если ни одна её связь не названа
    .least_together = в скольких фрагментах две сущности должны быть вместе, чтобы считаться связанными; где фрагментов меньше 500 — в одном
    .npmi = насколько чаще случайного, по нормированной поточечной взаимной информации
    .best = сколько таких связей предлагает сущность: самые сильные
    .hub = в какой доле всех фрагментов сущность связывает слишком многое: она присоединяется потом, гостем
    .resolution = больше 1 — сообщества мельче, меньше 1 — крупнее
    .largest = сообщество из большего числа сущностей делится на части
    .seed = в каком порядке просматриваются сущности: другой даёт другие сообщества того же качества
    .report_tokens = из скольких токенов связей, описаний, фрагментов и отчётов о частях модель пишет отчёт, не больше
    .report_least = о сообществе из меньшего числа сущностей модель не пишет, если фрагментов 500 или больше: о нём рассказывают предложения документов
    .prompts = слова, которыми модель спрашивают о сообществах: файл, который записала `quipu prompts eject communities`; по умолчанию слова из программы
setting-research =
    .arxiv = где `quipu papers` спрашивает arXiv: его адрес для программ или зеркало
    .mail = почтовый адрес, по которому arXiv может найти спрашивающего, с каждым запросом; по умолчанию никакого
    .pause = сколько секунд самое меньшее между двумя запросами; сам arXiv не спрашивают чаще, чем раз в 3
    .wait = сколько секунд маршрут `build_graph` ждёт тексты статей, прежде чем ответить задачей, которая продолжается
setting-store =
    .wait = сколько секунд ждать другой процесс, который пишет в рабочее пространство
setting-server =
    .listen = где слушает `quipu serve`: адрес этой машины с портом; кроме 127.0.0.1 нужен токен
    .hosts = имена, под которыми к нему обращаются, кроме его адреса и localhost: прочим отказано
    .origins = чужие страницы, которым можно обращаться к нему, например https://wiki.example.org
    .fetch_inside = узлы этой сети, с которых можно загружать документы, например wiki.lan или 10.0.0.7:8000; по умолчанию ни одного: адреса ведут только в открытую сеть
    .roots = папки, файлы из которых запрос может назвать для индексирования; по умолчанию никакие
    .closed = нужен ли токен и запросам с этой машины
    .requests = сколько запросов обслуживается сразу; остальным сказано прийти позже
    .max_file = самый большой файл, который можно загрузить, в мегабайтах
    .max_files = сколько файлов вмещает одна загрузка
    .public_url = адрес, по которому люди открывают страницу, например https://quipu.example.org или https://example.org/quipu: его инструменты дают с тем, что нашли; по умолчанию тот, по которому пришёл запрос. Если он задан, токен нужен и запросам с этой машины
    .proxies = обратные прокси перед сервером, например 127.0.0.1 или 10.0.0.0/8: их слову об адресе клиента верят журналы и ограничения. Если они заданы, токен нужен и запросам с этой машины
setting-mcp =
    .tools = какие инструменты показаны агентам по MCP: default, papers, all или имена через запятую
    .write = показаны ли агентам инструменты, которые меняют рабочее пространство; на сервере только тем, чей токен может писать
setting-openai =
    .sources = как источники стоят в тексте ответов по протоколу OpenAI: `list` — пометки и список под ним, `marks` — одни пометки, `none` — ни того ни другого
    .models = какие модели показывает протокол OpenAI: `workspaces` — по одной на пространство, `ways` — ещё по одной на каждый способ; по имени принимаются все
setting-llm =
    .url = адрес сервера языковых моделей, до `/v1` включительно; по умолчанию — Ollama
    .name = имя модели, как её знает сервер; пусто: модель не спрашивается. `llm.rerank` чужого имени не берёт
    .key = переменная, в которой лежит ключ; по умолчанию OPENAI_API_KEY, если `llm.url` — сервер OpenAI, иначе никакая
    .temperature = насколько свободно выбираются слова; по умолчанию как в каждом запросе
    .context = сколько токенов вмещают запрос и ответ вместе; с чем запущен сервер
    .reply_tokens = наибольшее число токенов в ответе; 0: сколько сказано в каждом запросе, и до четырёх раз больше, если ответ оборван
    .connect_seconds = сколько секунд ждать соединения
    .first_seconds = сколько секунд ждать ответа: первого токена, если он идёт по частям, иначе всего
    .idle_seconds = сколько секунд ждать следующего токена; тогда все ответы идут по частям. 0: по частям они идут, только когда их кто-то читает
    .retries = сколько раз повторять вызов после временного сбоя
    .requests_a_minute = наибольшее число вызовов в минуту; 0: без предела
    .tokens_a_minute = наибольшее число токенов в минуту, в запросах и в месте для ответов; 0: без предела
    .most_at_once = наибольшее число вызовов сразу; меньше, если сервер занят
    .price_input = сколько стоит миллион токенов запросов, в любой валюте
    .price_output = сколько стоит миллион токенов ответов
    .record = файл, в который пишется каждый ответ, чтобы прогон можно было повторить
    .replay = файл с ответами одного прогона: сервер не спрашивается, а чего в файле нет, в том отказано
setting-look =
    .where = выражение о полях, которому должен отвечать каждый документ, где ищут, сверх того, что просит сам вопрос, например year >= 2020 and not tags = draft; по умолчанию никакого
    .strategy = как искать свидетельства
    .limit = сколько фрагментов вернуть
    .facts = чьи факты: `all` — все, `rules` — найденные правилами, `model` — найденные моделью
    .stop_words = считаются ли в оценке слова вроде «и» и `the`
setting-look-bm25 =
    .k1 = BM25: как поздно повторы слова перестают считаться
    .b = BM25: насколько сдерживаются длинные фрагменты, от 0 до 1
setting-look-hybrid =
    .oversample = сколько кандидатов каждого вида, в пересчёте на limit
setting-look-vectors =
    .alpha = доля векторов, от 0 до 1; 0.3 подходит встроенным векторам, 0.5 — кодировщику предложений, 0.7 — кодировщику семейства E5
setting-look-walk =
    .hops = сколько раз переходить от фрагментов к их сущностям и дальше
    .spread = со скольких лучших фрагментов начинаются переходы
    .words_share = доля начала, которая достаётся фрагментам, найденным по словам и векторам, от 0 до 1
    .seeds = со скольких таких фрагментов начинать
    .proximity = сколько добавляют соседние слова вопроса там, где они стоят вместе: при 1 столько, сколько слово того же веса; 0 — ничего
    .paired = в скольких лучших по BM25 фрагментах искать такие слова
    .power = степень BM25 относительно лучшего среди этих фрагментов
    .cosine_power = степень косинуса относительно лучшего среди этих фрагментов
    .ties = с чем начинают сущности, связанные с названными в вопросе тем отношением, о котором он спрашивает: доля того, с чем начинают названные; 0 — ничего
    .rounds = сколько шагов складывать
    .again = доля начала второй прогулки, которая достаётся лучшим фрагментам первой, от 0 до 1; 0 — прогулка одна
    .enter = шаг от сущности входит во фрагмент пропорционально e^(enter x косинус)
    .plain_words = степень доли фрагментов слова, где оно — имя; 0 верит всем именам одинаково
    .direct_power = степень слов и вектора фрагмента относительно лучших, для этой прибавки
    .gate = в конце оценки умножаются на e^(gate x косинус)
setting-look-before =
    .wordings = с моделью: в скольких других формулировках искать вопрос ещё; найденное сливается по обратным местам
    .hyde = с моделью: пишется ли фрагмент, который мог бы ответить; его вектор складывается с вектором вопроса (HyDE)
    .parts = искать ли ещё и простые вопросы, из которых состоит вопрос (декомпозиция)
setting-look-after =
    .rerank = кто упорядочивает лучшее найденное заново: `none` — никто, `cosine` — косинус текстов, `model` — модель, оценивая от 0 до 10, `server` — сервер моделей ранжирования, названный в `llm.rerank`; `auto` — этот сервер, если он назван
    .from = сколько лучших упорядочиваются заново, а если `mmr` меньше 1 — из скольких выбирается
    .to = сколько из упорядоченных заново остаётся; 0 — все, и за ними прочие
    .mmr = вес места найденного против его сходства с лучшими, от 0 до 1; 1 не меняет порядка (maximal marginal relevance)
    .neighbours = сколько фрагментов до и после каждого найденного к нему присоединяется
setting-look-auto =
    .by = по чему выбирается способ: по тому, что вопрос называет (`names`), или по его роду (`route`)
setting-look-local =
    .entities = сколько сущностей, чьи тексты ближе всего к вопросу, берётся
    .compat = брать ли вдвое больше, как берёт опубликованный код
setting-look-light =
    .top_k = сколько сущностей и сколько отношений берётся по векторам
    .least = наименьшая близость их: косинус сверх фона модели
    .related = сколько фрагментов может дать каждое; всего выбирается вполовину меньше
    .pick = выбираются ли ближайшие (`vector`) или по весу (`weight`): доля, убывающая вдоль списка
    .chunks = light-mix: сколько фрагментов берётся по векторам
setting-look-ppr =
    .facts = со скольких утверждений, ближайших к вопросу, начинать
    .passages = со скольких ближайших к вопросу фрагментов начинать ещё
    .passage_weight = с чем начинает фрагмент: доля его близости относительно лучшего
    .damping = вероятность пойти по ребру
    .hops = сколько раз переходить от фрагментов к их сущностям и дальше
setting-look-skeleton =
    .words = сколько сущностей, ближайших к вопросу, становятся его ключевыми словами
    .entities = у скольких из них смотреть отношения
    .share = доля остова против ключевых слов, от 0 до 1
setting-look-statements =
    .dated = считать ли только утверждения, где сказано, когда они верны
    .facts = сколько утверждений, ближайших к вопросу, смотреть
setting-look-paths =
    .entries = со скольких сущностей, чьи тексты ближе всего к вопросу, входить
    .above = наименьшая близость такой сущности: косинус сверх фона модели
    .depth = по скольким отношениям идти оттуда
    .predicates = по каким отношениям идти, через запятую; пусто — по всем
    .direction = идти ли в обе стороны (`both`), от источника отношения (`out`) или от его цели (`in`)
    .near = сколько значит близость фрагмента рядом с отношениями, которые он утверждает
setting-look-papers =
    .depth = по скольким отношениям идти от сущностей вопроса к связанным понятиям
setting-look-outline =
    .documents = у скольких документов, тех, где лучшие фрагменты, смотреть заголовки
    .sections = сколько разделов брать целиком
setting-look-clues =
    .rounds = сколько раз, самое большее, искать то, что ещё неизвестно
    .passages = сколько фрагментов читает модель за раз
setting-look-hops =
    .hops = сколько раз переходить от фрагментов к их сущностям и дальше
    .spread = со скольких лучших фрагментов начинаются переходы
    .penalty = фрагмент через h переходов считается за 1 / (1 + штраф x h)
    .share = доля графа против слов или векторов, от 0 до 1
setting-look-traverse =
    .edges = рёбра метаданных, `links:$id,author:author` или список: значение первого поля ведёт к документам, где оно во втором; `$id` — id документа, `$title`, `$source` и `$language` — его название, источник и язык
    .order = `eager` берёт всё достигнутое, `mmr` — близкое к вопросу и непохожее на остальное, `scored` упорядочивает по близости и глубине
    .start_k = со скольких ближайших фрагментов начинать; 0 — ни с одного
    .initial_roots = id документов, с которых начинать ещё, через запятую или списком; их лучшие фрагменты занимают не больше половины предела
    .adjacent_k = сколько ближайших фрагментов берёт каждый шаг
    .max_depth = на сколько рёбер отходить от начала
    .documents = брать ли каждый документ один раз, по его ближайшему фрагменту
    .views = сколько раз можно смотреть: один раз для начала и по разу на каждый шаг
    .lambda_mult = в порядке mmr: вес близости против непохожести, от 0 до 1
    .min_mmr_score = в порядке mmr: фрагменты с меньшей оценкой отбрасываются
setting-look-lazy =
    .tests = сколько фрагментов проверяется, говорят ли они о том, что спрошено
    .together = с моделью: сколько фрагментов ей показывают для этого сразу
setting-look-global =
    .over = читать ли отчёты о сообществах (`reports`) или фрагменты без всяких сообществ (`chunks`)
    .level = с моделью: `dynamic` — сообщества, которые она сочла полезными, снаружи внутрь, или уровень, отчёты которого читаются все
    .map_tokens = с моделью: сколько токенов отчётов или фрагментов дают ей сразу
    .read_tokens = с моделью: сколько токенов отчётов или фрагментов она читает всего, самое подходящее первым; 0 — всё
