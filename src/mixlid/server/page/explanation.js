// Why a word has its language: bars for its best languages, and the n-grams for and against.
import { capital, make, percent } from "./elements.js";

export function drawExplanation(box, word, names, colours) {
  const explanation = word.explanation;
  const sure = word.confidence === null ? "" : `, ${percent(word.confidence)} sure`;
  const head = make("p", "head", [
    make("bdi", `sample ${colours.style(word.label)}`, word.text),
    ` is ${names(word.label)}${sure}`,
  ]);
  if (!explanation.best.length) {
    box.replaceChildren(head, make("p", "hint", `${capital(explanation.note)}.`));
    return;
  }
  const top = Math.max(explanation.best[0].score, 1e-9);
  const bars = explanation.best.map(({ label, score }) => {
    const bar = make("span", `bar ${colours.style(label)}`);
    bar.style.inlineSize = `${Math.max(0, Math.min(100, (100 * score) / top))}%`;
    const track = make("span", "track", [bar], { "aria-hidden": "true" });
    return make("li", "", [make("span", "name", names(label)), track, make("span", "amount", score.toFixed(2))]);
  });
  const notes = [];
  if (explanation.note) notes.push(`${capital(explanation.note)}.`);
  if (explanation.weight !== 1) notes.push(`It weighs ${explanation.weight.toPrecision(2)}: a capital letter inside the sentence.`);
  box.replaceChildren(
    head,
    ...notes.map((note) => make("p", "hint", note)),
    make("ul", "bars", bars),
    ngrams(`for ${names(explanation.label)}`, explanation.speaking_for),
    ngrams(`against ${names(explanation.label)}`, explanation.speaking_against),
  );
}

// The decisions about further languages: a line for each, and on request the evidence.
export function drawJudgements(box, judgements, names, colours) {
  box.replaceChildren(...judgements.map((judged) => {
    const verdict = judged.kept ? "counted" : "not counted";
    const head = make("summary", "", [
      make("bdi", `sample ${judged.kept ? colours.style(judged.label) : "unknown"}`, judged.words.join(", ")),
      ` as ${names(judged.label)}: ${percent(judged.probability)} probable, ${verdict}`,
    ]);
    const pieces = [...judged.speaking_for, ...judged.speaking_against].map(({ what, adds }) =>
      make("li", "", `${adds > 0 ? "+" : "−"}${Math.abs(adds).toFixed(1)} ${what}`),
    );
    return make("details", "judgement", [head, make("ul", "", pieces)]);
  }));
}

function ngrams(title, items) {
  const shown = items.map(({ ngram, score }) =>
    make("li", "", [make("code", "", ngram, { dir: "auto" }), ` ${score > 0 ? "+" : "−"}${Math.abs(score).toFixed(2)}`]),
  );
  const list = shown.length ? make("ul", "ngrams", shown) : make("p", "hint", "nothing");
  return make("div", "side", [make("h3", "", title), list]);
}
