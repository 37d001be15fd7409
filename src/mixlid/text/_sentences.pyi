from mixlid.text.sentences import sentence_offsets, split_sentences

__all__ = ["sentence_offsets", "split_sentences"]
