"""Ports: what the services need from the world, as small protocols.

Adapters implement them with engines, tests with fakes; both pass one contract suite
(tests/contract). Ids are chunk or document ids of the library. All methods may raise
:class:`~app.core.errors.PinciteError` with a sentence for the user.
"""

from app.core.ports.checking import LibraryAudit
from app.core.ports.conversing import ConversationStore
from app.core.ports.erasing import ErasureStore
from app.core.ports.extracting import ExtractionStore, StoredSchema
from app.core.ports.judging import SupportChecker
from app.core.ports.models import ChatModel, ChatModels, ModelFiles
from app.core.ports.picking import FileReader
from app.core.ports.reading import (
    EmbeddedFiles,
    ExtractionFailed,
    FileSource,
    FileStates,
    PageCutter,
    PageRenderer,
    RenderedPage,
    TextExtractor,
)
from app.core.ports.recognising import (
    OCR_SCALE,
    OcrEngine,
    OcrFailed,
    RecognisedPage,
    RecognisedPages,
    RecognitionStore,
    StoredRecognition,
)
from app.core.ports.reporting import ReadingReportStore
from app.core.ports.searching import (
    Embedder,
    LexicalIndex,
    TokenCounter,
    VectorIndex,
    Vectors,
)
from app.core.ports.storing import CollectionStore, LibraryStore, NewDocument, SettingsStore
from app.core.ports.watching import FolderLook, FolderSource, FolderStore
from app.core.ports.writing import FileWriter, WorkbookWriter

__all__ = [
    "OCR_SCALE",
    "ChatModel",
    "ChatModels",
    "CollectionStore",
    "ConversationStore",
    "EmbeddedFiles",
    "Embedder",
    "ErasureStore",
    "ExtractionFailed",
    "ExtractionStore",
    "FileReader",
    "FileSource",
    "FileStates",
    "FileWriter",
    "FolderLook",
    "FolderSource",
    "FolderStore",
    "LexicalIndex",
    "LibraryAudit",
    "LibraryStore",
    "ModelFiles",
    "NewDocument",
    "OcrEngine",
    "OcrFailed",
    "PageCutter",
    "PageRenderer",
    "ReadingReportStore",
    "RecognisedPage",
    "RecognisedPages",
    "RecognitionStore",
    "RenderedPage",
    "SettingsStore",
    "StoredRecognition",
    "StoredSchema",
    "SupportChecker",
    "TextExtractor",
    "TokenCounter",
    "VectorIndex",
    "Vectors",
    "WorkbookWriter",
]
