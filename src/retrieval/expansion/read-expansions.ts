import type { Expansion } from './expander.ts';

/** Characters of a reply that are kept. */
const maxContext = 300;
const maxQuestions = 4;
const maxQuestion = 160;

/**
 * A model's texts, by the section's index in the call, from any layout of JSON objects: lines, an array, a wrapping
 * object, a fenced block, between sentences. What is invalid, cut off, too long or of unknown sections is left out.
 */
export function readExpansions(written: string, sections: number): Map<number, Expansion> {
  const found = new Map<number, Expansion>();
  for (const reply of innerObjects(written)) {
    const at = Number(reply['number']) - 1;
    if (!Number.isInteger(at) || at < 0 || at >= sections || found.has(at)) continue;
    const { context, questions } = reply;
    const asked = Array.isArray(questions) ? questions.slice(0, maxQuestions) : [];
    found.set(at, {
      context: asText(context, maxContext),
      questions: asked
        .map((question) => asText(question, maxQuestion))
        .filter(Boolean)
        .join('\n'),
    });
  }
  return found;
}

/** What can end or begin a string or an object; a raw line break is invalid in a JSON string, so it ends a broken one. */
const marks = /\\.|["{}\n]/g;

/** The JSON objects in a text that contain no other object. */
function* innerObjects(text: string): Generator<Record<string, unknown>> {
  let from = -1;
  let inString = false;
  for (const { 0: mark, index } of text.matchAll(marks)) {
    if (mark === '\n') inString = false;
    else if (mark === '"') inString = from >= 0 && !inString;
    else if (inString) continue;
    else if (mark === '{') from = index;
    else if (mark === '}' && from >= 0) {
      const object = parse(text.slice(from, index + 1));
      from = -1;
      if (object !== null) yield object;
    }
  }
}

function parse(json: string): Record<string, unknown> | null {
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** One line of plain characters. */
function asText(value: unknown, maxLength: number): string {
  if (typeof value !== 'string') return '';
  return value
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
}
