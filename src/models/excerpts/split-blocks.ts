/** A block of Markdown source. A list with all its items is one block. */
export type Block = { kind: BlockKind; text: string };
type BlockKind = 'prose' | 'heading' | 'code' | 'list' | 'table' | 'quote';

/** Most lines do, and begin nothing but prose. */
const startsWithLetter = /^[A-Za-z]/;
const openFence = /^[\s>]*(`{3,}|~{3,})/;
const listItem = /^\s{0,3}(?:[-*+]|\d{1,9}[.)])\s/;

const hasLetter = /[\p{L}\p{N}]/u;
const emojiCode = /:[a-z][\w+-]{0,40}:/g;

/** Splits Markdown at blank lines; fences, lists and quotes stay whole; rules, lone emoji and the like go. Linear time. */
export function splitBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let kind: BlockKind = 'prose';
  let fence = '';
  const close = () => {
    while (lines.at(-1)?.trim() === '') lines.pop();
    // What breaks off within a fence, as a part of a long section does, would swallow what follows it.
    if (fence !== '') lines.push(closingFence(lines, fence));
    const isEmpty =
      kind === 'code'
        ? lines.slice(1, -1).every((line) => line.trim() === '')
        : !lines.some(
            (line) => startsWithLetter.test(line) || hasLetter.test(line.replaceAll(emojiCode, '')),
          );
    if (!isEmpty) {
      const block = { kind: kindOf(kind, lines), text: lines.join('\n') };
      const isBareHead = block.kind === 'table' && lines.length === 2;
      if (!isBareHead) blocks.push(block);
    }
    lines = [];
    kind = 'prose';
  };
  for (const line of markdown.split('\n')) {
    if (fence !== '') {
      lines.push(line);
      if (closes(line, fence)) {
        fence = '';
        if (kind === 'code') close();
      }
      continue;
    }
    const isBlank = line.trim() === '';
    const belongs = kind === 'list' ? belongsToList(line) : kind === 'quote' && line.startsWith('>');
    const isAfterBlank = lines.at(-1)?.trim() === '';
    if (lines.length > 0 && !belongs && (isBlank || isAfterBlank || startsBlock(line, kind))) close();
    if (isBlank && lines.length === 0) continue;
    if (lines.length === 0) kind = firstKind(line);
    lines.push(line);
    const opened = startsWithLetter.test(line) ? undefined : openFence.exec(line)?.[1];
    if (opened !== undefined) fence = opened;
    if (kind === 'heading') close();
  }
  close();
  return blocks;
}

function firstKind(line: string): BlockKind {
  if (startsWithLetter.test(line)) return 'prose';
  if (/^ {0,3}(`{3,}|~{3,})/.test(line)) return 'code';
  if (/^ {0,3}#{1,6}\s/.test(line)) return 'heading';
  if (line.startsWith('>')) return 'quote';
  return listItem.test(line) ? 'list' : 'prose';
}

function startsBlock(line: string, kind: BlockKind): boolean {
  const next = firstKind(line);
  return next !== 'prose' && next !== kind;
}

/** Blank lines, further items and their indented content. */
function belongsToList(line: string): boolean {
  return line.trim() === '' || /^\s{2}/.test(line) || listItem.test(line);
}

function kindOf(kind: BlockKind, lines: readonly string[]): BlockKind {
  const isTable = kind === 'prose' && lines[0]!.includes('|') && isTableRule(lines[1] ?? '');
  return isTable ? 'table' : kind;
}

/** As far in as the fence that is open. */
function closingFence(lines: readonly string[], fence: string): string {
  const opening = lines.findLast((line) => openFence.exec(line)?.[1] === fence)!;
  return opening.slice(0, opening.indexOf(fence)) + fence;
}

function isTableRule(line: string): boolean {
  return line.includes('-') && /^[\s|:-]+$/.test(line);
}

function closes(line: string, fence: string): boolean {
  if (!line.includes(fence)) return false;
  const text = line.replace(/^[\s>]+/, '').trimEnd();
  return text.length >= fence.length && [...text].every((character) => character === fence[0]);
}

/** Whether a block only introduces the next one: `Run this:`, a file name, a tab's name, terms in bold or a name in code. */
export function introduces({ kind, text }: Block): boolean {
  if (kind === 'heading') return true;
  if (kind === 'quote') return /^> ?\*\*[^*\n]{1,80}\*\*$/.test(text);
  return (
    kind === 'prose' &&
    (/[:：]\**$/.test(text) || /^(?:\*\*[^*\n]{1,80}\*\*(?:, )?){1,8}$|^`[^`\n]{1,80}`$/.test(text))
  );
}

/** Words that refer back to the sentence before. */
const following =
  /^(?:again|also|alternatively|as (?:above|before|such)|but|finally|for (?:this|that)|however|in (?:this|that|these|both) cases?|instead|it|likewise|next|now|otherwise|similarly|so|that|then|therefore|these|they|this|those|thus)\b/i;

const pointingBack =
  /^(?:after|because of|besides|despite|for|from|in|to|with)\b[^.,:;]{0,30}\b(?:this|that|these|those)\b/i;

/** Whether a block depends on the one before it: `Now, running it again will succeed.` */
export function leansBack({ kind, text }: Block): boolean {
  return kind === 'prose' && (following.test(text) || pointingBack.test(text));
}
