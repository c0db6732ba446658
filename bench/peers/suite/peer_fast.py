"""fast-graphrag with its own OpenAI services."""
import door
import igraph
from fast_graphrag import GraphRAG, QueryParam
from fast_graphrag._llm import OpenAIEmbeddingService, OpenAILLMService


def opened():
    services = GraphRAG.Config(
        llm_service=OpenAILLMService(model="gpt-4o-mini", base_url=door.URL, api_key="scripted"),
        embedding_service=OpenAIEmbeddingService(
            model="scripted", base_url=door.URL, api_key="scripted", embedding_dim=door.DIMENSION))
    return GraphRAG(
        working_dir=str(door.FOLDER), domain="Passages about people, places and works.", config=services,
        example_queries="Who is X?\nHow is X linked to Y?", entity_types=["Person", "Place", "Organization", "Event", "Work"])


def relations():
    """How many relations its graph has, but for those that say that two entities may be one."""
    file = door.FOLDER / "graph_igraph_data.pklz"
    graph = igraph.Graph.Read_Picklez(str(file)) if file.exists() else igraph.Graph()
    return sum(edge["description"] != "is" for edge in graph.es)


async def index():
    async def work():
        texts = door.documents()
        await opened().async_insert([text for _, text in texts], show_progress=False)
        return len(texts)
    await door.index(work, relations)


async def ask():
    rag = opened()
    await rag.state_manager.query_start()
    await door.ask({"default": lambda question: rag.async_query(question, params=QueryParam(only_context=True))})


door.run({"index": index, "ask": ask})
