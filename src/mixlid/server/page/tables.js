// Reads a file as records: an object for each line or row, with the fields that it has.

const SAMPLE = 50; // rows that tell which column has the text
const CLEAR = 2; // the text column has this many times as many letters as any other
const CODE = /^\S*[\d/@_:]\S*$/; // numbers, dates, addresses and identifiers

export class TableError extends Error {}

// `hasHeader` is null if the file shall tell; `textNames` are usual names of the text column.
// `key` is the column with the texts, or null if that is not clear.
export function readTable(name, text, hasHeader, textNames) {
  const format = formatOf(name);
  const read = { csv: readCells, tsv: readCells, jsonl: readJson, txt: readLines }[format];
  const table = { format, hasHeader: null, ...read(name, text.replace(/^\uFEFF/, ""), format, hasHeader, textNames) };
  return { ...table, key: format === "txt" ? "text" : textColumn(table, textNames) };
}

function formatOf(name) {
  const suffix = name.toLowerCase().split(".").slice(1).pop() ?? "txt";
  const format = { csv: "csv", tsv: "tsv", tab: "tsv", jsonl: "jsonl", ndjson: "jsonl", json: "jsonl", txt: "txt", text: "txt", md: "txt" }[suffix];
  if (format) return format;
  throw new TableError(`${name} is not text, CSV, TSV or JSON lines; save it as one of these`);
}

const linesOf = (text) => text.replace(/\r?\n$/, "").split(/\r?\n/);
const readLines = (_, text) => ({ columns: ["text"], records: linesOf(text).map((line) => ({ text: line })) });

function readJson(name, text) {
  const isArray = text.trimStart().startsWith("[");
  const parsed = isArray ? parse(text, name) : linesOf(text).flatMap((line, place) => (line.trim() ? [parse(line, `line ${place + 1} of ${name}`)] : []));
  const bad = parsed.findIndex((one) => one === null || typeof one !== "object" || Array.isArray(one));
  if (bad >= 0) throw new TableError(`record ${bad + 1} of ${name} is not a JSON object`);
  const columns = [...new Set(parsed.flatMap((record) => Object.keys(record).filter((field) => typeof record[field] === "string")))];
  return { columns, records: parsed };
}

function parse(text, where) {
  try {
    return JSON.parse(text);
  } catch {
    throw new TableError(`${where} is not JSON`);
  }
}

function readCells(name, text, format, hasHeader, textNames) {
  const rows = format === "tsv" ? linesOf(text).map((line) => line.split("\t")) : csvRows(text);
  const first = rows[0] ?? [];
  const isHeader = hasHeader ?? (format === "csv" || first.some((cell) => textNames.includes(cell.trim().toLowerCase())));
  const width = Math.max(0, ...rows.slice(0, SAMPLE).map((row) => row.length));
  const columns = isHeader ? unique(first) : Array.from({ length: width }, (_, place) => String(place + 1));
  const bad = rows.findIndex((row) => row.length > columns.length);
  if (bad >= 0) throw new TableError(`row ${bad + 1} of ${name} has ${rows[bad].length} columns, and the first has ${columns.length}`);
  const records = rows.slice(isHeader ? 1 : 0).map((row) => Object.fromEntries(columns.map((column, place) => [column, row[place] ?? ""])));
  return { columns, records, hasHeader: isHeader };
}

// Names that occur again get a number.
function unique(names) {
  const taken = new Set();
  return names.map((name) => {
    let one = name;
    for (let number = 2; taken.has(one); number += 1) one = `${name}_${number}`;
    taken.add(one);
    return one;
  });
}

// RFC 4180; the delimiter is the most frequent one of the first line. Empty lines are not rows.
function csvRows(text) {
  const [head] = text.split("\n", 1);
  const [delimiter] = [",", ";", "\t", "|"].sort((one, other) => head.split(other).length - head.split(one).length);
  const rows = [];
  let row = [];
  const cells = new RegExp(`(?:"((?:[^"]|"")*)"|(?!")([^${delimiter}\\r\\n]*))(${delimiter === "|" ? "\\|" : delimiter}|\\r?\\n|\\r|$)`, "gy");
  while (cells.lastIndex < text.length || row.length) {
    const at = cells.lastIndex;
    const found = cells.exec(text);
    if (!found) throw new TableError(`a quote in row ${rows.length + 1} is not closed, or stands inside a cell`);
    row.push(found[1]?.replaceAll('""', '"') ?? found[2]);
    if (found[3] === delimiter) continue;
    if (row.length > 1 || row[0] || found[0].startsWith('"')) rows.push(row);
    row = [];
    if (cells.lastIndex === at) break;
  }
  return rows;
}

// The column called text or the like, else the one that clearly has most letters.
function textColumn({ columns, records }, textNames) {
  const named = columns.filter((column) => textNames.includes(column.trim().toLowerCase()));
  const exact = named.find((column) => column.trim().toLowerCase() === "text");
  if (exact ?? (named.length === 1 || columns.length === 1)) return exact ?? named[0] ?? columns[0];
  const letters = (column) => [...new Set(records.slice(0, SAMPLE).map((record) => String(record[column] ?? "").trim()))]
    .reduce((sum, cell) => sum + (CODE.test(cell) ? 0 : (cell.match(/\p{L}/gu) ?? []).length), 0);
  const [best, next] = columns.map((column) => ({ column, size: letters(column) })).sort((one, other) => other.size - one.size);
  return best?.size >= Math.max(CLEAR * (next?.size ?? 0), 1) ? best.column : null;
}
