from mixlid.text.words import Token

KINDS: tuple[str, ...]
SCRIPTS: tuple[str, ...]

def tokenize(text: str) -> list[Token]: ...
def normalise(word: str) -> str: ...
