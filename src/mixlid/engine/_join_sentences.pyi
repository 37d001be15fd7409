from mixlid.engine.join_sentences import join_languages, join_numbers, join_shares, join_spans

__all__ = ["join_languages", "join_numbers", "join_shares", "join_spans"]
