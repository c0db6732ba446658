//! Laws of documents in XML: structure by their vocabularies, data left as it is, and no panic on any markup.

use proptest::prelude::*;
use quipu_engine::ports::Parsed;

use super::*;

fn load(path: &str, xml: &str) -> Parsed {
    let mut loaded = XmlDocuments.parse(&Input::whole(path, xml.as_bytes(), 1 << 20)).expect("it is text");
    loaded.documents.remove(0)
}

fn text(xml: &str) -> String {
    load("a/harbour.xml", xml).text
}

#[test]
fn a_book_has_its_headings_lists_tables_and_code() {
    let xml = "<?xml version='1.0'?><!DOCTYPE book [<!ENTITY pump 'Pump 7'>]>\n\
        <book xmlns='http://docbook.org/ns/docbook' xml:lang='en'><info><title>The Lock</title><author><personname>\
        <firstname>Ilse</firstname> <surname>Varga</surname></personname></author><pubdate>2019-03-04</pubdate></info>\n\
        <chapter xml:id='start'><title>Starting</title>\n<para>Open <filename>lock.conf</filename> and see\n\
        <link xlink:href='https://lock.example/x'>the guide</link>: &pump; is slow&mdash;wait.<footnote><para>Ten \
        minutes.</para></footnote><itemizedlist><listitem><para>red</para></listitem><listitem><para>green \
        <emphasis>lamp</emphasis></para></listitem></itemizedlist>Then go.</para>\n\
        <orderedlist><listitem><para>Fill.</para></listitem><listitem><para>Close.</para></listitem></orderedlist>\n\
        <programlisting>lock {\n  open\n}</programlisting><warning><para>Never open both gates.</para></warning>\n\
        <table><title>Gates</title><tgroup cols='2'><thead><row><entry>Gate</entry><entry>Width</entry></row></thead>\
        <tbody><row><entry><para>upper</para></entry><entry>4 m</entry></row></tbody></tgroup></table>\n\
        <section><title>Care</title><variablelist><varlistentry><term>oil</term><listitem><para>each May</para>\
        </listitem></varlistentry></variablelist><para>See <xref linkend='start'/>.</para></section></chapter></book>";
    let parsed = load("a/lock.xml", xml);
    assert_eq!(
        parsed.text,
        "# The Lock\n\nAuthors: Ilse Varga\n\nDate: 2019-03-04\n\n## Starting\n\nOpen `lock.conf` and see [the \
         guide](https://lock.example/x): Pump 7 is slow—wait.\n\nTen minutes.\n\n- red\n- green lamp\n\nThen go.\n\n\
         1. Fill.\n2. Close.\n\n```\nlock {\n  open\n}\n```\n\nWarning: Never open both gates.\n\nGates\n\n\
         | Gate | Width |\n|---|---|\n| upper | 4 m |\n\n### Care\n\n- oil: each May\n\nSee Starting."
    );
    assert_eq!(parsed.title.as_deref(), Some("The Lock"));
    let field = |name: &str| parsed.metadata.get(name).map(ToString::to_string).unwrap_or_default();
    assert_eq!(
        (field("authors"), field("date"), field("lang")),
        ("[\"Ilse Varga\"]".to_owned(), "\"2019-03-04\"".to_owned(), "\"en\"".to_owned())
    );
}

#[test]
fn an_article_has_its_abstract_formulas_and_references() {
    let xml = "<article article-type='research-article'><front><journal-meta><journal-title>Tide Letters</journal-title>\
        </journal-meta><article-meta><article-id pub-id-type='doi'>10.5/tide</article-id><title-group><article-title>Tides \
        of Orr</article-title></title-group><contrib-group><contrib contrib-type='author'><name><surname>Okoro</surname>\
        <given-names>Ben</given-names></name></contrib></contrib-group><pub-date pub-type='epub'><day>2</day><month>7\
        </month><year>2015</year></pub-date><abstract><p>We measured tides.</p></abstract></article-meta></front>\
        <body><sec><label>1</label><title>Method</title><p>A gauge of 10<sup>6</sup> samples <xref ref-type='bibr' \
        rid='r1'>[1]</xref> gave <inline-formula><math><msup><mi>x</mi><mn>2</mn></msup></math></inline-formula>.</p>\
        <sec><title>Gauge</title><p>It floats.</p><fig><label>Fig 1</label><caption><title>The gauge</title><p>Seen from \
        above.</p></caption></fig></sec></sec></body><back><ref-list><title>References</title><ref id='r1'>\
        <label>1</label><mixed-citation><name><surname>Moe</surname> <given-names>T</given-names></name> .\n\
        <article-title>On gauges</article-title>. 2001.</mixed-citation></ref></ref-list></back></article>";
    let parsed = load("a/tides.nxml", xml);
    assert_eq!(
        parsed.text,
        "# Tides of Orr\n\nAuthors: Ben Okoro\n\nDate: 2015-07-02\n\nWe measured tides.\n\n## 1 Method\n\nA gauge of 10⁶ \
         samples [1] gave x².\n\n### Gauge\n\nIt floats.\n\nFig 1 The gauge. Seen from above.\n\n## References\n\n\
         - [1] Moe T. On gauges. 2001."
    );
    assert_eq!(parsed.metadata.get("doi").and_then(|doi| doi.as_str()), Some("10.5/tide"));
}

#[test]
fn the_numbers_of_a_law_stand_before_its_paragraphs() {
    let xml = "<section xmlns='https://law.example/lib'><num>7-12</num><heading>Ferries.</heading><text>A ferry \
        carries:</text><para><num>(1)</num><text>a bell; and</text></para><para><num>(2)</num><text>two boats:</text>\
        <para><num>(A)</num><text>one large.</text></para></para><annotations><annotation type='History'>May 3, 1981, \
        L. 4-12, § 2</annotation></annotations></section>";
    assert_eq!(
        text(xml),
        "# 7-12 Ferries.\n\nA ferry carries:\n\n- (1) a bell; and\n- (2) two boats:\n    - (A) one large.\n\nMay 3, 1981, \
         L. 4-12, § 2"
    );
    let plain = "<section><num>9</num><heading>Fees</heading><para><num>(a)</num><text>A boat pays 3 crowns.</text></para>\
        <para><num>(b)</num><text>A raft pays none.</text></para></section>";
    assert_eq!(text(plain), "# 9 Fees\n\n(a) A boat pays 3 crowns.\n\n(b) A raft pays none.");
    let norms = "<dokumente><norm><metadaten><jurabk>FährG</jurabk><langue>Fährgesetz</langue></metadaten></norm><norm>\
        <metadaten><jurabk>FährG</jurabk><enbez>§ 1</enbez><titel>Zweck</titel></metadaten><textdaten><text><Content>\
        <P>(1) Das Gesetz regelt die Fähren.</P><P>Es gilt:<DL Type='arabic'><DT>1.</DT><DD><LA>für Boote</LA></DD></DL>\
        </P></Content></text></textdaten></norm></dokumente>";
    assert_eq!(
        text(norms),
        "# Fährgesetz\n\n### § 1 Zweck\n\n(1) Das Gesetz regelt die Fähren.\n\nEs gilt:\n\n- 1. für Boote"
    );
    let act = "<akomaNtoso><act><meta><identification><FRBRdate date='2020-01-01'/></identification></meta><body><section>\
        <num>1.</num><heading>Name</heading><subsection><num>(1)</num><content><p>This is the Ferry Act.</p></content>\
        </subsection></section></body></act></akomaNtoso>";
    assert_eq!(text(act), "# 1. Name\n\n(1) This is the Ferry Act.");
}

#[test]
fn an_edition_and_a_topic_have_their_structure() {
    let tei = "<TEI><teiHeader><fileDesc><titleStmt><title>Letters of Mara</title><author>Mara Lind</author></titleStmt>\
        <publicationStmt><p>Printed in Orr in the year 1901.</p></publicationStmt></fileDesc></teiHeader><text><body><div>\
        <head>First letter</head><p>Dear <hi rend='b'>Jon</hi>,<lb/>the bell rang.<note place='foot'>At noon.</note></p>\
        <lg><l>The tide is in,</l><l>the tide is out.</l></lg><list type='gloss'><label>kel</label><item>a boat</item>\
        </list><sp><speaker>JON</speaker><p>Come in!</p></sp></div></body></text></TEI>";
    assert_eq!(
        text(tei),
        "# Letters of Mara\n\nAuthors: Mara Lind\n\nPrinted in Orr in the year 1901.\n\n## First letter\n\nDear Jon, the \
         bell rang.\n\nAt noon.\n\nThe tide is in,\nthe tide is out.\n\n- kel: a boat\n\nJON: Come in!"
    );
    let dita = "<task id='t'><title>Mend the pump</title><shortdesc>It drips.</shortdesc><taskbody><steps><step><cmd>Close \
        the valve.</cmd></step><step><cmd>Turn it.</cmd></step></steps></taskbody></task>";
    assert_eq!(text(dita), "# Mend the pump\n\nIt drips.\n\n1. Close the valve.\n2. Turn it.");
}

#[test]
fn unknown_words_are_paragraphs_and_data_is_left_as_it_is() {
    let own = "<leaflet><title>Bees</title><chapter2><heading>Hives</heading><bit>A hive of wood lasts for ten years or \
        more.</bit><bit>Paint it <b>white</b> &amp; dry.</bit></chapter2></leaflet>";
    assert_eq!(text(own), "# Bees\n\n## Hives\n\nA hive of wood lasts for ten years or more.\n\nPaint it white & dry.");
    for data in [
        "<config><port>80</port><name>bell tower</name></config>",
        "<project><description>A library that rings all the bells of a tower at noon.</description></project>",
        "<stock><item><name>pump</name><price>12</price></item></stock>",
        "<?xml version='1.0'?><broken",
    ] {
        assert_eq!(text(data), data);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_markup_is_read(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "<p>", "</p>", "<list>", "<item>", "</item>", "<title>", "</title>", "<section>", "</section>", "<num>1", "</num>",
            "<table>", "<row>", "<cell cols='9999999'>", "</cell>", "</row>", "</table>", "<programlisting>", "```", "&amp;",
            "&x;", "<!ENTITY x 'y'>", "<!DOCTYPE a [", "]>", "<sup>", "</sup>", "<math>", "<msup>", "<xref linkend='a'/>",
            "<chapter id='a'>", "words of a text that is long ", "# ", "é", "<![CDATA[", "]]>", "<dl>", "<dt>", "<note>", "<",
            ">", "<info>", "<author>", "</author>", "<ref-list>", "<ref>", "<metadaten>", "<egXML>", "</egXML>",
        ]), 0..60),
        max_text in 0usize..400,
    ) {
        let xml = format!("<article>{}", pieces.concat());
        if let Ok(loaded) = XmlDocuments.parse(&Input::whole("a.xml", xml.as_bytes(), max_text)) {
            prop_assert!(loaded.documents.iter().all(|parsed| parsed.text.len() <= max_text));
        }
    }
}
