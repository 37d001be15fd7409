// Descriptions of presets, units and solvers, and the topics of settings.
export const PRESETS = {
  default: "You do not know whether the text is mixed: the evidence decides about each further language.",
  one: "You want exactly one language per text, the main one.",
  cs: "You know that the text is mixed (code-switching): a second language is taken whenever it fits better.",
  avg: "Mostly one language, sometimes mixed: the compromise of the paper that the method comes from.",
  mono: "Nearly always one language: a second one needs strong evidence.",
  "paper-cs": "For mixed text, exactly as printed in the paper: no penalties.",
  "paper-avg": "The paper's compromise as printed: one penalty for all languages.",
  "paper-mono": "The paper's settings for one language, as printed: one larger penalty for all languages.",
};
export const UNITS = {
  auto: "A document if it is long, else a sentence.",
  document: "Split into sentences, whose answers are combined.",
  sentence: "One sentence, unless it has more than 32,768 characters.",
};
export const SOLVERS = {
  exact: "Finds the best set of languages for the whole text, and proves that it is the best.",
  masklid: "MaskLID, an earlier method, for comparison: finds one language, masks its words and looks again.",
  topk: "Only the most probable language of the whole text, as most identifiers do.",
  threshold: "Every language with a probability above 10% for the whole text.",
};
export const OWN_PRESET = "A preset of this model.";
// Settings that are in none of these are in the last.
export const TOPICS = {
  "How many languages": ["max_languages", "main_only", "min_words", "min_chars", "max_switches"],
  "What counts": ["count_hashtags", "count_names", "count_loanwords", "capital_weight"],
  "How sure it must be": ["mixed_threshold", "unknown_threshold", "group", "standard_weight"],
  "Prices": ["penalty", "word_price", "short_price", "switch_price"],
};
export const LAST_TOPIC = "Scores and search";
