//! The vocabulary of abstracts: which head nouns name something that several papers can share, which name nothing by
//! themselves, which adjectives only praise or count, and what kind of thing a head noun makes of its phrase.
//!
//! Words stand as [`super::folded::singular`] leaves them. Cost: one look-up a word.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// What is known of a word, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Traits(u16);

impl Traits {
    /// A head that names nothing a second paper could mean: "result", "paper", "way".
    pub const EMPTY: Self = Self(1);
    /// A head that names something only with what stands before it: "model", "task", "data".
    pub const BROAD: Self = Self(2);
    /// A head of the sciences, of a phrase of several words or alone.
    pub const TERM: Self = Self(4);
    /// A word before a noun that only praises, counts, compares or orders.
    pub const LOOSE: Self = Self(8);
    /// The head of a metric.
    pub const METRIC: Self = Self(16);
    /// The head of a data set.
    pub const DATASET: Self = Self(32);
    /// The head of a method.
    pub const METHOD: Self = Self(64);
    /// The head of an architecture or of an algorithm.
    pub const ALGORITHM: Self = Self(128);
    /// A unit of measure or a word of time and place, of which no name is made.
    pub const UNIT: Self = Self(256);

    /// Whether it has any of these.
    pub fn any(self, of: Self) -> bool {
        self.0 & of.0 != 0
    }

    /// Both together.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// What is known of a word in lower case and singular.
pub(super) fn traits(word: &str) -> Traits {
    WORDS.get(word).copied().unwrap_or_default()
}

static WORDS: LazyLock<FxHashMap<&'static str, Traits>> = LazyLock::new(|| {
    let mut out: FxHashMap<&'static str, Traits> = FxHashMap::default();
    for (traits, words) in LISTS {
        for word in words.split_ascii_whitespace() {
            let known = out.entry(word).or_default();
            *known = known.and(traits);
        }
    }
    out
});

const LISTS: [(Traits, &str); 9] = [
    (Traits::EMPTY, EMPTY),
    (Traits::BROAD, BROAD),
    (Traits::TERM, TERM),
    (Traits::LOOSE, LOOSE),
    (Traits::METRIC, METRIC),
    (Traits::DATASET, DATASET),
    (Traits::METHOD, METHOD),
    (Traits::ALGORITHM, ALGORITHM),
    (Traits::UNIT, UNIT),
];

const EMPTY: &str = "
ability abundance acceptance access accordance account achievement action activity addition adoption advance advancement
advantage advent agreement aid aim alternative amount analog answer appearance appendix applicability application
argument array arrangement article aspect assessment assumption attempt attention-getter attribute author
availability average avenue awareness background barrier basis beginning behavior behaviour belief benefit body boost
bottleneck bound boundary branch breadth breakthrough burden calculation candidate capability capacity care case catalyst cause
chain-of-events challenge chance change characteristic characterization choice circumstance claim class code coefficient collection
combination comment community comparison competitor complement completeness complication component composition
computation concern conclusion condition conduct confidence confirmation conjecture connection consensus
consequence consideration consistency constant constituent constraint construction contender content context contrast
contribution convenience core correctness correspondence cost-saving counterpart couple course creation criterion criticism
critique customization deal debate decade decision decrease deficiency definition degree demand demonstration dependence
dependency description design desire detail deterioration determination development deviation difference difficulty
dimension direction disadvantage discovery discrepancy discussion disparity distinction diversity document domain doubt drawback
drop ease effect effectiveness efficacy efficiency effort element emergence emphasis end endeavor enhancement entity entry
environment era essence estimate evaluation event evidence evolution examination example exception execution existence expansion
expectation experience experiment expert explanation exploration expression extension extent extract extreme
fact factor failure family fashion feasibility feature feedback field figure finding flexibility focus form format formalism formulation
foundation fraction framework frequency function functionality fundamental future gain gap generality generalisation goal
ground group growth guarantee guidance guideline half hand handful help hint history hope hundred hypothesis idea ideal illustration
impact implementation implication importance improvement inability incentive inclusion incorporation increase indication
individual influence information ingredient initiative input insight inspection inspiration instance instruction insufficiency integration
intent intention interaction interest interpretation interval introduction intuition investigation involvement
issue item iteration job judgment justification key kind lack landscape latter lead lesson level
life light limit limitation line link list literature location loss-of-generality lot machine magnitude
maintenance majority manner margin material matter means measure measurement mention mechanism
merit method methodology million minimum minority mode modification moment most motivation name nature necessity need
notion novelty number object objective observation occasion occurrence one open-source operation opinion
opportunity option order origin outcome outline output overview pair paper paradigm paradox part participant
particular past path pattern peculiarity people percent percentage performance period perspective
phase-of-work phenomenon picture piece pipeline place plan platform plethora point popularity portion position
possibility potential power practice practitioner predecessor preference preliminary presence present pressure prevalence principle
priority privilege procedure process product profile progress project promise proof proportion proposition prospect
provision purpose pursuit quality quantity question range reader realization reason recipe recommendation reduction refinement
regard regime region relation relationship relevance reliability reliance remainder repertoire replacement report
representative requirement research researcher resource respect response responsibility rest restriction result review
revision rise risk robustness role room root route rule run salience sample scale scenario scheme scope second section selection sense
sentence sequence-of-steps series session set setting setup shape share shift shortage shortcoming side sign significance similarity
simplicity site situation size solution sort source space specificity spectrum-of stage stakeholder
standard standpoint start state state-of-the-art status step story strategy strength stretch structure student study
style subset substitution success suite superiority support surge susceptibility system target team technique technology tendency
term text theme thing third thought thousand threat time today tool top topic total
trade-off tradeoff transition transparency treatment trend trial trigger trillion trouble truth turn type uncertainty
understanding uniqueness unit update usage use usefulness user utility utilization validation value variable variant
variation variety vehicle version viability view viewpoint volume vulnerability way weakness whole willingness word work
workflow world worth year ability-to comprehension community-wide foothold hurdle obstacle pitfall testbed first other
others ours theirs it them this that these those many several few each all both none
demo website webpage github repository link release package licence license page supplement
speedup savings reduction degradation stability scalability sensitivity interpretability explainability generalizability
reproducibility versatility adaptability
";

const BROAD: &str = "
model method methodology approach framework system technique task problem data information knowledge algorithm
mechanism strategy scheme procedure process pipeline architecture structure representation feature function space
analysis theory experiment application component module design dynamics pattern signal sequence set behavior
behaviour environment tool domain content context constraint objective interaction distribution function sample source
property state field group operator equation condition measurement observation document text question query user
preference feedback evidence interface schema formula rule instruction annotation judgment effect
phase transition mode regime region mass energy rate spectrum scale type label pair class variable hypothesis
material line model-family population evolution history formation growth scheduling management planning control design
monitoring assessment estimation evaluation verification validation understanding recommendation integration construction
exploration interpretation visualization discovery annotation processing paradigm resource image video audio speech response instance
object point shift bias noise error generalization generalisation capability ability trajectory trace
embedding network graph tree layer unit parameter weight gradient memory agent plan policy reward
";

const TERM: &str = "
accuracy alignment reasoning learning training tuning finetuning pretraining pre-training fine-tuning post-training
attention transformer encoder decoder autoencoder embedding embeddings encoding decoding tokenization tokenizer token retrieval
retriever reranking reranker ranking indexing index generation generator classification classifier segmentation detection detector recognition
answering summarization summarisation translation clustering regression regressor optimization optimisation optimizer optimiser inference
sampling sampler search graph subgraph hypergraph network subnetwork perceptron tree forest ensemble boosting bagging distillation
quantization pruning compression sparsity augmentation prompting prompt loss reward policy gradient descent backpropagation
kernel matrix tensor vector eigenvalue eigenvector eigenmap manifold polynomial equation inequality theorem lemma algebra
lattice ring module ideal functor category cohomology homology homotopy topology geometry scheme variety curve surface conjecture group
symmetry operator hamiltonian lagrangian propagator functional integral quadrature measure martingale diffusion
estimator estimation prior posterior likelihood distribution entropy divergence distance metric norm simulation
simulator interpolation decomposition factorization transform transformation projection convolution deconvolution filter filtering
normalization regularization dropout pooling upsampling downsampling masking parsing parser tagging grammar syntax
semantics ontology taxonomy lexicon corpus dataset benchmark database catalog catalogue survey leaderboard
hallucination forgetting overfitting generalization generalisation robustness-check calibration debiasing fairness privacy adversary attack
defense defence watermark watermarking jailbreak jailbreaking misinformation toxicity
robot robotics manipulation navigation locomotion planning planner controller control localization mapping tracking odometry registration
reconstruction rendering synthesis editing inpainting denoising deblurring super-resolution stitching captioning grounding
parallax stereo depth pose optical-flow flow video image imagery radiograph tomography microscopy spectroscopy spectrometry spectrum photometry
interferometry telescope laser photon phonon electron neutrino quark gluon hadron boson fermion meson baryon lepton proton neutron nucleus
muon pion axion collider scattering decay annihilation cross-section luminosity redshift supernova galaxy star planet exoplanet
jupiter neptune dwarf quasar pulsar nebula cluster halo hole universe cosmology inflation gravity relativity
supergravity supersymmetry string brane entanglement qubit decoherence superconductivity superconductor superfluid magnetism
magnetization ferromagnet antiferromagnet insulator semiconductor semimetal conductor alloy crystal glass polymer
membrane nanoparticle nanotube nanowire graphene film perovskite oxide catalyst battery electrolyte cathode anode adsorption
diffraction dislocation grain texture plasticity elasticity viscosity turbulence convection plasma fluid
gene genome protein peptide enzyme antibody cell tissue neuron cortex hippocampus neocortex synapse receptor mutation
evolution phylogeny epidemic pandemic infection virus bacterium pathogen disease cancer tumor tumour lesion diagnosis prognosis therapy
drug ligand molecule atom ion bond reaction synthesis kinetics thermodynamics metabolism transcription expression-level
chatbot dialogue conversation assistant agent tutor game bandit auction equilibrium mechanism-design blockchain
cryptography encryption protocol compiler debugger scheduler scheduling cache caching parallelism concurrency
federation federated-learning crowdsourcing annotation labeling labelling tagging ocr nlp nlg asr mt qa vqa ner
ontology thesaurus wiki hyperlink pagerank crawler recommender recommendation personalization bootstrapping
backbone backdoor perplexity latency throughput bandwidth precision recall f1 auc auroc map ndcg bleu rouge meteor
wer cer psnr ssim fid iou score rmse mae mse correlation convergence complexity cost speed memory footprint flop
rate ratio error variance bias covariance residual signal-to-noise
annealing crossover heuristic metaheuristic programming satisfiability solver verifier verification theorem-proving prover
proof-assistant automaton logic calculus semantics type-system bisimulation
stemming lemmatization morphology phonology discourse pragmatics coreference anaphora entailment paraphrase stance sentiment
persuasion argumentation rhetoric sarcasm humor emotion morality dilemma contradiction
demonstration exemplar rationale self-attention cross-attention rag llm vlm mllm lora moe gan vae cnn rnn lstm gru mlp svm gnn
mask head adapter router expert-mixture codebook patch anchor proposal bounding-box keypoint saliency occlusion
parameterization discretization mesh grid solver preconditioner multigrid stencil wavelet fourier
galerkin runge-kutta monte-carlo mcmc smoothing kriging copula hazard survival causality confounder
counterfactual intervention mediation instrument treatment-effect
singularity attractor bifurcation chaos soliton vortex instability oscillation resonance wave
transit orbit eccentricity inclination metallicity asteroseismology magnetosphere magnetar accretion jet outflow
decoupling anomaly anyon skyrmion magnon exciton polariton plasmon
constellation beamforming modulation channel antenna spectrum-sharing interference
summarizer summariser translator segmenter captioner planner simulator
mining matching modeling modelling processing engineering sensing imaging scaling routing scoring hashing linking shaping steering
unlearning forecasting pricing spotting profiling
looping recurrence recursion iteration-scheme unrolling
neighborhood neighbourhood component-analysis connectivity community-detection centrality
hierarchy abstraction hypergraph integrand
";

const LOOSE: &str = "
a an the this that these those our its their his her my your some any each every all both several many few more most much
various different diverse multiple numerous certain other another same such own whole entire various respective
new novel recent existing previous prior current traditional conventional standard common typical usual popular modern contemporary
first second third last latest next final initial early earlier late later subsequent further additional extra
good better best great greater large larger largest small smaller smallest high higher highest low lower lowest big huge
long longer short shorter fast faster slow slower strong stronger weak weaker hard harder easy easier
efficient effective robust reliable accurate powerful practical useful simple simpler complex complicated sophisticated elegant
important critical crucial key main major minor central core essential fundamental primary significant substantial considerable
notable remarkable impressive promising competitive comparable superior inferior optimal suboptimal excellent outstanding
comprehensive extensive thorough systematic rigorous detailed careful in-depth fine coarse broad wide wider narrow
general generic universal unified flexible scalable lightweight principled innovative original unique
specific particular special dedicated tailored customized targeted relevant related irrelevant suitable appropriate
possible potential available unavailable accessible feasible viable necessary sufficient required desired
state-of-the-art sota cutting-edge large-scale small-scale high-quality low-quality real-world real real-life open-source publicly
well-known well-established well-defined widely-used so-called proposed introduced presented considered studied resulting underlying
given obtained observed reported desired corresponding associated ongoing emerging growing increasing increased reduced
improved enhanced limited constrained-only full partial total overall complete incomplete consistent inconsistent
clear unclear strict mere true false actual apparent obvious evident subtle direct indirect
challenging difficult nontrivial non-trivial hitherto previously-unseen unprecedented
aforementioned above following former latter
cost-effective time-consuming labor-intensive resource-intensive computationally-efficient
popular representative illustrative interesting intriguing surprising
substantially significantly highly very fully extremely particularly especially increasingly densely widely largely purely
rather quite only just even also not truly broadly globally
one two three four five six seven eight nine ten eleven twelve hundred thousand million billion dozen
million-scale billion-scale single sole double twofold
leading top well-designed carefully-designed carefully newly recently previously commonly
similar equal equivalent dissimilar identical
meaningful valuable helpful beneficial desirable favorable
underexplored under-explored understudied under-studied overlooked
realistic everyday
informed closer close near nearest-only
";

const METRIC: &str = "
accuracy precision recall f1 f-score score auc auroc mrr ndcg bleu rouge meteor chrf bertscore wer cer psnr ssim lpips fid iou miou rmse
mae mse perplexity throughput latency bandwidth speed time runtime cost complexity footprint count rate ratio memory flop
probability error loss correlation coefficient luminosity consumption overhead usage efficiency
consistency faithfulness fluency coherence relevance validity density diversity comprehensiveness sensitivity specificity
likelihood entropy distance significance percentage accuracy-rate convergence utilization
";

const DATASET: &str = "
dataset data-set corpus corpora benchmark catalog catalogue survey database collection treebank suite testbed leaderboard
data archive repository
";

const METHOD: &str = "
learning training tuning finetuning pretraining attention retrieval sampling inference distillation quantization pruning
compression augmentation prompting prompt loss reward gradient descent backpropagation clustering regression optimization
optimisation search annealing boosting bagging decomposition factorization transform transformation projection convolution filter
filtering normalization regularization dropout pooling upsampling downsampling masking parsing tagging encoding decoding embedding-method
tokenization indexing reranking ranking generation-method method technique approach strategy scheme procedure
mechanism module head layer adapter bank framework pipeline construction analysis test estimator estimation approximation interpolation
discretization simulation integration quadrature method-of-moments spectroscopy spectrometry microscopy photometry interferometry
tomography diffraction crystallography imaging modeling modelling programming verification verifier retriever smoothing
scheduling planning control calibration labeling annotation recognition-method algorithm crossvalidation cross-validation
fusion rescaling ocr bootstrapping chain-of-thought self-attention rag eigenmap hierarchy looping map tuning-method
architecture index extraction kernel objective penalty
";

const ALGORITHM: &str = "
transformer network cnn rnn lstm gru gan vae mlp svm gnn autoencoder perceptron classifier forest machine algorithm solver optimizer
seq2seq u-net resnet
";

const UNIT: &str = "
percent percentage second minute hour day week month year decade century january february march april may june july august
september october november december kilometer meter metre km cm mm nm ev kev mev gev tev hz khz mhz ghz kpc mpc parsec gb mb tb
kelvin degree fold sigma point
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_may_be_of_several_lists() {
        assert!(traits("memory").any(Traits::METRIC) && traits("memory").any(Traits::BROAD));
        assert_eq!(traits("zzz"), Traits::default());
    }
}
