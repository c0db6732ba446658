//! The nouns and adjectives of abstracts, by their effect on their phrase; see [`crate::scholarly::Traits`].

/// Heads that name nothing by themselves.
pub(crate) const EMPTY: &str = "
ability abundance acceptance access accident accordance account achievement action activity adaptability addition
adjustment administration adoption advance advancement advantage advent agency agenda agreement aid aim all
alternative ambition amount analog announcement answer anticipation apparatus appeal appearance appendix
applicability application arena argument arrangement array arrival art article aspect assertion assessment asset
assistance association assumption atmosphere attempt attribute audience author availability avenue average awareness
background balance ball bar barrier basis batch beginning behavior behaviour belief benefit block blueprint body book
boost border both bottleneck bound boundary box branch brand breadth breakthrough bridge budget burden business
button calculation calendar camp campaign candidate canvas capability capacity capital card care career case catalyst
categorization category cause ceiling center centre certainty chain chain-of-events chair challenge chance change
chapter characteristic characterization chart check checkpoint choice circumstance citizen city claim clarification
clarity class clue code coefficient colleague collection column combination comment commitment commonplace community
company comparison competitor complement completeness complication component composition comprehension compromise
computation concentration conception concern conclusion condition conduct confidence confirmation confusion
conjecture conjunction connection consensus consequence conservation consideration consistency constant constituent
constraint construction contact contender content contest context continuation contrary contrast contribution
convenience convention conviction cooperation copy core corner correctness correspondence counterpart country couple
course courtesy creation criterion criticism critique culture curiosity currency customer customization cycle date
day deadline deal dealing death debate decade decision decrease deficiency definition degradation degree demand demo
demonstration departure dependence dependency deployment depth description design desire detail deterioration
determination development deviation device diagram dichotomy die difference difficulty dimension direction
disadvantage disagreement discovery discrepancy discussion disk disparity display dispute distinction distraction
diversity division document domain door doubt drawback drop duration duty each ease education effect effectiveness
efficacy efficiency effort element emergence emphasis end endeavor ending engagement enhancement enterprise
enthusiasm entity entry environment episode equipment equivalence era essence establishment estimate evaluation event
evidence evolution examination example exception exchange excitement execution existence expansion expectation
expense experience experiment expert expertise explainability explanation exploration exposure expression extension
extent extract extreme eye facet facility fact factor failure family fashion fault favor feasibility feature feedback
few field figure file finding finish firm first flaw flexibility floor fly focus foothold forefront form formalism
format formulation foundation fraction fragment framework freedom frequency fruition function functionality
fundamental future gain gap gathering generalisation generality generalizability github glimpse goal good grasp
ground group growth guarantee guidance guide guideline habit half hallmark hand handful hardware heart height help
hint history hope hour house human hundred hurdle hypothesis idea ideal identification identity illustration impact
imperative implementation implementer implication importance impression improvement inability incentive incident
inclusion income incorporation increase independence indication individual industry inefficiency influence
information ingredient initiative input insight inspection inspiration instance institution instruction insufficiency
integration intelligence intensity intent intention interaction interest interpretability interpretation interval
introduction intuition investigation involvement issue it item iteration job joint journal journey judgment junction
justification key kind kit lab lack ladder landscape latter law lead leader leap leg length lens lesson letter level
leverage licence license life light limit limitation line link list literature load location log lot machine
magnitude maintenance majority manner many margin mark market master match material matter means measure measurement
mechanism member mention merit method methodology middle million mind minimum minority mission mistake mix mode
modification moment money month most motivation mystery name narrative nation nature necessity need neighbor night
none note notice notion novelty number object objective observation obstacle occasion occurrence office one operation
opinion opportunity option order organization origin other others ours outcome outline outlook output overview pace
package page pain pair panel paper paradigm paradox park part participant particular partner party passage passenger
past path pattern payoff peculiarity people percent percentage performance period person perspective phenomenon
phrase picture piece pillar pipeline pitfall place plan platform plethora plot point pool popularity portion position
possibility post potential power practice practitioner predecessor predominance preference preliminary presence
present pressure prevalence prevention price pride principle priority privilege prize procedure process product
production profession professional proficiency profile progress project promise proof proportion proposition prospect
provision publication purchase purpose pursuit quality quantity quest question quote race range reach reader reality
realization rearrangement reason recipe recommendation reduction reference refinement reform regard regime region
relation relationship release relevance reliability reliance remainder remark repertoire replacement replication
report repository representative reproducibility request requirement rescue research researcher residue resource
respect response responsibility rest restriction result return review revision revolution rise risk river road
robustness role room root route rule run salience sample savings scalability scale scenario scenery scheme school
scientist scope screen script season seat second secret section sector segment selection sensation sense sensitivity
sentence series server session set setting setup several shadow shape share shelf shift shop shortage shortcoming
side sight sign significance similarity simplicity simplification site situation size skill sky slice slot society
software soil solution song sort sound source space specificity speedup spirit split spot square stability staff
stage stakeholder standard standpoint start state statement station status stay stem step stimulus stock stop store
storm story strategy stream street strength stress stretch structure struggle student study style subject submission
subset substitution subtask subtlety success suite summary superiority supplement supply support supporter surge
surprise susceptibility suspicion switch symbol sympathy system talent target taste teacher teaching team technique
technology telephone tendency term territory testbed text that theirs them theme these thing thinking third this
those thought thousand thread threat ticket time tip title today tone tool top topic total touch town toy trace track
trade tradeoff tradition traffic transition transparency traveler treasure treatment treaty trend trial trick trigger
trillion trip trouble truck truth turn twist type uncertainty understanding union uniqueness unit unity university
update upgrade usage use usefulness user utility utilization utterance validation value variable variant variation
variety vehicle venue verdict versatility version viability victim victory view viewpoint village virtue vision visit
voice void volume vote vulnerability walk wall warning waste watch way weakness weapon web webpage website week wheel
whole willingness win window wing winner wish witness woman word work worker workflow world worth year yield zone
";

/// Heads that name something only with the words before them.
pub(crate) const BROAD: &str = "
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

/// Heads of the sciences.
pub(crate) const TERM: &str = "
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

/// Words before a noun that only praise, count, compare or order.
pub(crate) const LOOSE: &str = "
fewer less least a above accessible accurate actual additional adequate aforementioned all also an another any apparent appropriate
associated available beneficial best best-performing better big billion billion-scale both broad broadly careful
carefully carefully-designed central certain challenging clear close closer coarse cohesive collected common commonly
comparable competitive complete complex complicated comprehensive computationally-efficient considerable considered
consistent contemporary conventional core correct corresponding cost-effective critical crucial current customized
cutting-edge daily dedicated densely desirable desired detailed different difficult direct dissimilar diverse double
downstream dozen drop-in each earlier early easier easy easy-to-use effective efficient eight elegant eleven emerging
enhanced enormous entire equal equivalent especially essential even every everyday evident excellent excessive
existing expert-level explicit extensive external extra extracted extremely failed false far-reaching fast faster
faulty favorable feasible few final fine first five flexible following former four frequent full fully fundamental
further future general generated generic given globally good gradual great greater growing hard harder helpful her
high high-level high-performance high-performing high-quality higher highest highly his hitherto holistic huge
human-like hundred identical illustrative imperfect implicit important impressive improper improved in-depth
inadequate incomplete inconsistent incorrect increased increasing increasingly indirect indispensable inevitable
inferior influential informed infrequent inherent initial innovative insufficient integral interesting internal
intriguing intrinsic introduced irrelevant its just key labor-intensive large large-scale largely larger largest last
late later latest latter leading learned lightweight limited long long-standing longer longstanding low low-level
low-quality lower lowest main major many massive meaningful mere million million-scale minor moderate modern modest
more most much multiple my narrow near necessary new newly next nine non-trivial nontrivial not notable novel
numerous observed obtained obvious occasional off-the-shelf one ongoing only open-source optimal original other our
out-of-the-box outstanding overall overlooked own partial particular particularly past perfect permanent persistent
pivotal plain plug-and-play popular possible potential powerful practical pre-specified predicted presented pressing
previous previously previously-unseen primary principled prior professional prominent promising proper proposed
publicly pure purely quite rapid rare rarer rather raw ready-to-use real real-life real-world realistic recent
recently reduced related relevant reliable remarkable reported representative required resource-intensive respective
resulting retrieved rich richer rigorous robust same sampled scalable seamless second selected seven several sheer
short shorter significant significantly similar simple simpler simplified single six slow slower small small-scale
smaller smallest so-called sole some sophisticated sota special specific standard state-of-the-art steady strict
strong stronger studied suboptimal subsequent substantial substantially subtle successful such sudden sufficient
suitable superior surprising systematic tailored targeted temporary ten that the their these third this thorough
those thousand three time-consuming tiny today top top-performing total traditional trained tremendous true truly
twelve two twofold typical unavailable unclear under-explored under-studied underexplored underlying understudied
unified unique universal unprecedented unsuccessful unsupported untrained upstream urgent useful user-friendly usual
valuable various vast very viable vital weak weaker well-defined well-designed well-established well-known whole wide
wide-ranging widely widely-used wider wrong your
";

/// Heads of metrics.
pub(crate) const METRIC: &str = "
accuracy precision recall f1 f-score score auc auroc mrr ndcg bleu rouge meteor chrf bertscore wer cer psnr ssim lpips fid iou miou rmse
mae mse perplexity throughput latency bandwidth speed time runtime cost complexity footprint count rate ratio memory flop
probability error loss correlation coefficient luminosity consumption overhead usage efficiency
consistency faithfulness fluency coherence relevance validity density diversity comprehensiveness sensitivity specificity
likelihood entropy distance significance percentage accuracy-rate convergence utilization
";

/// Heads of data sets.
pub(crate) const DATASET: &str = "
dataset data-set corpus corpora benchmark catalog catalogue survey database collection treebank suite testbed leaderboard
data archive repository
";

/// Heads of methods.
pub(crate) const METHOD: &str = "
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

/// Heads of architectures and algorithms.
pub(crate) const ALGORITHM: &str = "
transformer network cnn rnn lstm gru gan vae mlp svm gnn autoencoder perceptron classifier forest machine algorithm solver optimizer
seq2seq u-net resnet
";

/// Units of measure and words of time and place.
pub(crate) const UNIT: &str = "
percent percentage second minute hour day week month year decade century kilometer meter metre km cm mm nm ev kev mev gev tev hz khz mhz ghz kpc mpc parsec gb mb tb
kelvin degree fold sigma point
";
