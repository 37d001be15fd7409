// Makes files of records with their answers, with the columns that `mixlid identify` adds, and saves them.
import { make } from "./elements.js";

const DIGITS = 4; // significant digits, as the service sends them

export function save(name, type, content) {
  const address = URL.createObjectURL(new Blob(content, { type }));
  make("a", "", "", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

const TYPES = { csv: "text/csv", tsv: "text/tab-separated-values", jsonl: "application/x-ndjson" };

// Rows have a record and, unless its text is too long, a result; `ours` are the names of the columns to add.
export function saveRows(name, format, rows, ours) {
  const own = [...new Set(rows.flatMap(({ record }) => Object.keys(record)))];
  const prefix = ours.some((column) => own.includes(column)) ? "mixlid_" : "";
  const write = { csv: writeCsv, tsv: writeTsv, jsonl: writeJsonl }[format];
  save(`${name}.${format}`, TYPES[format], write(rows, own, ours, prefix));
}

const writeJsonl = (rows, _, ours, prefix) => rows.map(({ record, result }) =>
  `${JSON.stringify({ ...record, ...(result && Object.fromEntries(ours.map((column) => [prefix + column, result[column]]))) })}\n`);

const cells = ({ record, result }, own, ours) => [...own.map((column) => ownCell(record[column])), ...ours.map((column) => cell(result?.[column]))];

function writeTsv(rows, own, ours, prefix) {
  const line = (row) => `${row.map((one) => one.replaceAll("\t", "\\t").replaceAll("\r", "\\r").replaceAll("\n", "\\n")).join("\t")}\n`;
  return [[...own, ...ours.map((column) => prefix + column)], ...rows.map((row) => cells(row, own, ours))].map(line);
}

// For Excel: with a byte order mark, and text that it would take for a formula after an apostrophe.
function writeCsv(rows, own, ours, prefix) {
  const safe = (text) => (/^[=+\-@\t\r]/.test(text) && !/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) ? `'${text}` : text);
  const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const line = (row) => `${row.map((one) => quoted(safe(one))).join(",")}\r\n`;
  return ["\uFEFF", ...[[...own, ...ours.map((column) => prefix + column)], ...rows.map((row) => cells(row, own, ours))].map(line)];
}

const ownCell = (value) => (value == null ? "" : typeof value === "string" ? value : JSON.stringify(value));

// A value of a result: lists as `tur_Latn,eng_Latn`, shares as `tur_Latn=0.7,eng_Latn=0.3`.
function cell(value) {
  if (value == null) return "";
  if (Array.isArray(value)) return value.join(",");
  if (typeof value === "object") return Object.entries(value).map(([label, share]) => `${label}=${number(share)}`).join(",");
  return typeof value === "number" ? number(value) : String(value);
}

// As Python writes it with four significant digits.
function number(value) {
  const [mantissa, exponent] = value.toExponential(DIGITS - 1).split("e");
  if (exponent >= -4 && exponent < DIGITS) return String(Number(value.toPrecision(DIGITS)));
  return `${Number(mantissa)}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
}
