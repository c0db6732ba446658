//! Cue phrases of papers, in English, by the move that they signal (lexicon of rhetorical moves in abstracts), numbers
//! in words, and words that number a figure or a table.

use crate::tables::sign::Sign;

/// Cue phrases; [`crate::scholarly::found`] describes their form.
pub(crate) const LEXICON: &[(Sign, &str)] = &[
    (Sign::Own, OWN),
    (Sign::Others, OTHERS),
    (Sign::Future, FUTURE),
    (Sign::Outline, OUTLINE),
    (Sign::Lean, LEAN),
    (Sign::Back, BACK),
    (Sign::Lacks, LACKS),
    (Sign::Asks, ASKS),
    (Sign::Proposes, PROPOSES),
    (Sign::Brings, BRINGS),
    (Sign::Works, WORKS),
    (Sign::Shows, SHOWS),
    (Sign::TriedOn, TRIED_ON),
    (Sign::MadeFrom, MADE_FROM),
    (Sign::DataNoun, DATA_NOUN),
    (Sign::DataUnit, DATA_UNIT),
    (Sign::MeasuredBy, MEASURED_BY),
    (Sign::InTermsOf, IN_TERMS_OF),
    (Sign::MeasureNamed, MEASURE_NAMED),
    (Sign::Achieves, ACHIEVES),
    (Sign::Finds, FINDS),
    (Sign::Compares, COMPARES),
];

/// Numbers in words.
pub(crate) const SPELLED: &[&str] = &[
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "hundred", "thousand",
    "million",
];
/// Words before a number that is only a label, as of a figure.
pub(crate) const NUMBERED: &[&str] = &[
    "table",
    "tables",
    "figure",
    "figures",
    "fig",
    "figs",
    "section",
    "sections",
    "sec",
    "eq",
    "equation",
    "step",
    "appendix",
    "chapter",
    "algorithm",
    "theorem",
    "lemma",
    "ref",
    "page",
    "version",
    "no",
];
/// Words that begin a caption.
pub(crate) const CAPTIONS: &[&str] = &["table", "figure", "fig"];

const OWN: &str = "we|our|ours|this/present paper/work/study/article/thesis/report/manuscript/letter|the proposed|the present \
    paper/work/study|here we";

const OTHERS: &str = "et al|existing methods/approaches/systems/models/techniques/work/works|previous/prior/earlier/past ~ methods/\
    approaches/systems/models/work/works/studies/research|traditional/conventional/current/classical ~ methods/\
    approaches/systems/models/techniques|most existing/previous/prior|has/have been proposed/studied/shown/\
    introduced/developed/used/applied|was/were introduced/proposed/developed|recent/recently ~ work/works/studies/\
    advances/progress|in recent years";

const FUTURE: &str = "future work/research/studies/directions/direction/investigation*|in the future|we plan/hope/intend to|left/\
    leave for future|remains to be|could be extended|next step/steps|further research/work/studies";

const OUTLINE: &str = "the rest/remainder of|is/are organized/organised/structured as|as follows|section/sec 1/2/3/4/5/6/7/8/9|in \
    the next/following/previous section|code/data/models/implementation/source ~ available/released/public*|\
    open-source|open-sourced|we thank|is/are ~ available at|github*|copyright";

const LEAN: &str = "this/these/those/they/it/its/such/here/furthermore/moreover/additionally/also/then/second/secondly/third/\
    finally/first/firstly/besides/thus/therefore/hence/meanwhile/similarly/likewise/instead/both|in addition/\
    particular/turn/contrast";

const BACK: &str = "address/addresses/addressing/mitigate/mitigates/overcome/overcomes/tackle/tackles/solve/solves/alleviate/\
    alleviates/reduce/reduces/remedy/bridge/bridging/fill/fills/investigate ~ this/these/those/such|this/these \
    challenge/challenges/limitation/limitations/problem/problems/issue/issues/gap/gaps is/are";

const LACKS: &str = "remain/remains ~ challenge/challenges/challenging/open/unclear/unsolved/difficult/limited/elusive/unknown/\
    unexplored/underexplored/under-explored/understudied/unresolved/costly/problematic/poorly|suffer/suffers/\
    suffered/suffering from|lack/lacks/lacking|fail/fails/failed to/on/when/in/at|struggle/struggles/struggling|\
    bottleneck/bottlenecks|pose/poses/posing/present/presents ~ challenge/challenges/problem/problems|challenging/\
    nontrivial/non-trivial|challenge/challenges of/in/for/is/are/with|major/key/common/central/critical/\
    fundamental/main/significant/serious/severe/important/long-standing/open ~ challenge/challenges/problem/\
    problems/limitation/limitations/issue/issues/obstacle/weakness/drawback|not ~ understood/known/explored/\
    studied/clear|poorly/little understood/studied/explored/known|little is|little attention|rarely/seldom|do/\
    does/can not ~ scale/scales/generalize/generalise/transfer/capture/handle/exploit/account/consider|limitation/\
    limitations/drawback*/shortcoming*/weaknesses|gap in/between/of|research/critical/knowledge/significant gap|\
    unsolved/unresolved/underexplored/unexplored/understudied|prohibitive*|is/are/be/often/become/becomes ~ \
    difficult/hard/expensive/costly/time-consuming/unreliable/infeasible/intractable/fragile/impractical/scarce/\
    error-prone/laborious/insufficient/inefficient/unknown/unclear/degenerate|comes/come at ~ cost/expense|scale/\
    scales/grow/grows quadratically/exponentially/cubically/poorly|overlook/overlooks/neglect/neglects/ignore/\
    ignores|hinder*/hamper*/impede*|difficulty of/in";

const ASKS: &str = "cannot|do/does/did/can/could/may not|absence of|however/nevertheless/nonetheless/unfortunately|despite/\
    although|limited/insufficient|problem/problems/issue/issues/challenge/challenges|unclear|whether|we/paper/\
    work/study/article/thesis ~ ask/asks/investigate/investigates/study/studies/explore/explores/examine/examines/\
    address/addresses/tackle/tackles/consider/considers/revisit/revisits|is/are investigated/studied/examined/\
    considered/addressed|aim/aims/aimed/goal/objective/purpose ~ to/is/was|need/needs for/to|still|reliance/rely/\
    relies on|at ~ cost/expense|prone/sensitive to|the problem/task/question of|expensive/costly/slow|degrade/\
    degrades|poor/poorly|hallucination/hallucinations|negatively|unsupported/unfaithful/unreliable/inconsistent/\
    incomplete/inaccurate/misleading/noisy/biased/fragmented/fragile/brittle/suboptimal/sub-optimal/redundant/\
    premature|computational/inference/training/memory ~ cost/costs/overhead/burden";

const PROPOSES: &str = "we/i/paper/work/study/article/thesis/authors/report ~ propose/proposes/introduce/introduces/present/presents/\
    develop/develops/design/designs/devise/devises/describe/describes/proposed/introduced/presented/developed/\
    designed/contribute/contributes/formulate/formulates/derive/derives/derived|is/are/was ~ proposed/introduced/\
    developed|our ~ contribution/contributions is/are";

const BRINGS: &str = "introduces/proposes/presents/provides/contributes/is/are a/an/the/new/novel";

const WORKS: &str = "our/proposed/the/this ~ method/approach/model/framework/algorithm/system/architecture/technique/strategy/\
    pipeline/scheme/procedure|is/are based on|consists/consist of|is/are replaced by|replaces/replace|combines/\
    combine|we ~ use/employ/adopt/apply/combine/train/perform/conduct/extend/compare/test/analyze/analyse/\
    investigate/explore/reproduce/replicate/implement/replace/fine-tune/formulate|uses/employs/leverages/adopts/\
    utilizes/utilises|by using/means|called|by ~ combining/replacing/training/introducing";

const SHOWS: &str = "present/presents/presented/provide/provides/describe/describes/show/report ~ result/results/evidence/proof/\
    experiment/experiments/analysis/finding/findings/comparison/discussion/overview/limitations/examples/them/\
    figure/figures/table/tables/section/sections/clarifications/code|introduce/introduces ~ notation|present/\
    presents ~ challenge/challenges/problem/problems";

const TRIED_ON: &str = "we/i ~ evaluate/evaluated/validate/validated/test/tested/train/trained/experiment/fine-tune/finetune/pretrain/\
    pre-train/benchmark/apply/applied/use/used/analyse/analyze/analysed/analyzed/collect/collected/annotate/\
    annotated/conduct/conducted/perform/performed/measure/measured|experiment/experiments/evaluation/evaluations/\
    tests/results/validation/experimental/evaluated/tested/validated/trained/fine-tuned/benchmarked/measured/\
    performance/study/assessed/conducted ~ on/across/over/using/with|was/were/is/are ~ evaluated/tested/trained/\
    validated/measured ~ on/with/across|across/on ~ benchmarks/datasets/corpora/dataset/benchmark/corpus|with/\
    using/on ~ data/corpus of/from|across/on ~ ~ benchmarks/datasets/corpora|on the/a/an/all ~ ~ dataset/\
    benchmark/corpus/data";

const MADE_FROM: &str = "contains/containing/consists/consisting/comprising/comprises/includes/including/comprised ~ of|contains/\
    containing/includes/comprises/comprising|collected/extracted/sampled/drawn/obtained/originating/taken ~ from|\
    data/dataset/datasets from";

const DATA_NOUN: &str = "dataset/datasets/data-set/data-sets/corpus/corpora/benchmark/benchmarks/testbed|data set/sets/from/of|the/all/\
    public/real/experimental/clinical/training/test ~ data|test/training/validation/development set/sets|treebank/\
    treebanks|questionnaire/survey/surveys|held-out ~ patients/set/data|catalogue/catalog|recordings/archive";

const DATA_UNIT: &str = "images/videos/documents/papers/articles/sentences/words/tokens/examples/samples/questions/queries/patients/\
    participants/subjects/records/pairs/texts/dialogues/conversations/files/users/utterances/hours/tweets/posts/\
    trajectories/observations/measurements/sites/species/genes/galaxies/stars/molecules/programs/repositories/\
    abstracts/pages/datasets/benchmarks/corpora";

const MEASURED_BY: &str = "measured/evaluated/assessed/judged/scored/quantified ~ by/using/with/through/via|as measured|metric/metrics/\
    measure/measures ~ is/are/of/for/such/include/used|evaluation metric/metrics|we ~ report/measure/compute|\
    probability/score/scores of";

const IN_TERMS_OF: &str = "in terms of|with respect to|according to";

const MEASURE_NAMED: &str = "accuracy/accuracies|precision and/or/of/at|recall/recall@*|precision@*|perplexity|bleu*|rouge*|meteor|\
    bertscore|chrf*|f1*|f_1*|f-score/f-measure/f-scores|auc/auroc/auprc/roc-auc|map@*/ndcg*/mrr/hit@*/hits@*/\
    pass@*|mse/rmse/mae/mape/nrmse|error rate/rates|word/character error|wer/cer/eer|mean ~ error/precision|\
    latency|throughput|runtime|running/inference/training/response/execution/computation/convergence time/speed|\
    memory usage/footprint/consumption/savings/use|speedup/speed-up/speedups|flops|psnr/ssim/lpips/fid/iou/miou|\
    dice score/coefficient/similarity|correlation/correlations|signal-to-noise|success/win/claim/acceptance/\
    detection/hit/pass rate/rates|exact match|sensitivity and|specificity|likelihood/log-likelihood|p-value/\
    p-values|kappa|r-squared|comprehensiveness/faithfulness/fluency|diversity of|precision";

const ACHIEVES: &str = "achieve/achieves/achieved/achieving|outperform*|surpass*|exceed/exceeds/exceeded/exceeding|attain*|reach/\
    reaches/reached|rank/ranks/ranked|reduce/reduces/reduced/reducing|improve/improves/improved/improving/\
    improvement/improvements|increase/increases/increased|state-of-the-art/sota|yield/yields/yielded|leads/lead/\
    led to|set/sets ~ state-of-the-art|gain/gains of/in|boost/boosts|enjoys/enjoy|succeeds/succeed|matches/\
    maintains|superior|helped/helps/helping|stayed/fell/rose/grew|decrease*/drop/drops/dropped";

const FINDS: &str = "we/i ~ find/found/show/showed/demonstrate/demonstrated/observe/observed/conclude/concluded/prove/proved/\
    establish/report/confirm/confirmed/discover/discovered/reveal|results/experiments/evaluation/evaluations/\
    analysis/analyses/findings/validation/simulations/study/paper/comparison/tests/evidence/data ~ show/shows/\
    showed/demonstrate/demonstrates/demonstrated/indicate/indicates/indicated/reveal/reveals/suggest/suggests/\
    confirm/confirms/establish/prove/support|it is/was shown/found/demonstrated/observed that";

const COMPARES: &str = "than|compared/comparison/relative ~ to/with|over ~ baseline/baselines/state-of-the-art/previous/existing/\
    conventional|versus/vs|higher/lower/better/worse/faster/slower/cheaper/larger/smaller/fewer|by up to|by a \
    factor|up to|from ~ to|times|percent|comparable|substantial/significant/considerable/consistent/improvements/\
    gains|primarily|more/less/most where/when/with/on|every/all ~ ~ tasks/datasets/benchmarks/sizes/settings/\
    languages|tradeoff/trade-off";
