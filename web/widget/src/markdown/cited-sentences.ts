import type { Source, Support } from '../chat/types.ts';
import css from './cited-sentences.css?inline';

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);

type Answer = { text: string; sources: readonly Source[]; supports: readonly Support[] };
type Cited = { url: string; start: number; end: number; says: string };

/** What is a number of a source in the text, a sentence that nothing supports with a note in it, and not of the text. */
const shapes = { number: '.cite', unsure: '.unsure', note: '.unseen, .code-head, button, [role=status]' };

/** A part of the text with what has the focus for it: the numbers of its sources, or itself with its note. */
type Sentence = { range: Range; cited: Cited[]; note?: string; focused: Element[] };

/**
 * Shows what supports a sentence, when the pointer is on it, when it is tapped, and when one of its numbers has the
 * focus. The elements stay as they are: a sentence is a range, found by its place in the Markdown text.
 * @returns a function that stops it
 */
export function showCitedSentences(root: HTMLElement | null, answer: Answer): () => void {
  if (root === null) return () => {};
  const stopped = new AbortController();
  const card = document.createElement('div');
  card.className = 'docent-cited';
  // It says what the numbers are named.
  card.ariaHidden = 'true';
  let sentences: Sentence[] = [];
  let shown: { sentence: Sentence; end: AbortController } | undefined;

  function hide(): void {
    shown?.end.abort();
    shown = undefined;
    CSS.highlights?.delete('docent-cited');
    card.remove();
  }

  function show(sentence: Sentence | undefined): void {
    if (sentence === shown?.sentence) return;
    hide();
    if (sentence === undefined) return;
    const { range, cited, note } = sentence;
    const place = root!.getRootNode() as Document | ShadowRoot;
    if (!place.adoptedStyleSheets.includes(sheet)) place.adoptedStyleSheets.push(sheet);
    CSS.highlights?.set('docent-cited', new Highlight(range));
    card.replaceChildren(...(note === undefined ? describe(cited, answer.sources) : [note]));
    root!.style.position = 'relative';
    card.style.top = `${range.getBoundingClientRect().bottom - root!.getBoundingClientRect().top}px`;
    root!.append(card);
    shown = { sentence, end: new AbortController() };
    const { signal } = shown.end;
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { signal, capture: true });
    document.addEventListener('click', (event) => event.composedPath().includes(root!) || hide(), { signal });
  }

  // What the text is shown with may have changed, as code that got its colours.
  const look = () => {
    if (shown === undefined) sentences = findSentences(root, answer);
  };
  const focusedIn = (target: EventTarget | null) =>
    sentences.find(({ focused }) => focused.some((element) => element.contains(target as Node)));
  const point = ({ target, clientX, clientY }: MouseEvent) => {
    if (card.contains(target as Node)) return;
    const isHere = ({ left, right, top, bottom }: DOMRect) =>
      left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
    const under = sentences.find(({ range }) => [...range.getClientRects()].some(isHere));
    show(focusedIn(target) ?? under);
  };
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) => root.addEventListener(name, listener, { signal: stopped.signal });
  on('pointerenter', look);
  on('pointermove', (event) => void (event.pointerType === 'touch' || point(event)));
  on('pointerleave', (event) => void (event.pointerType === 'touch' || hide()));
  on('click', point);
  on('focusin', ({ target }) => {
    look();
    show(focusedIn(target));
  });
  on('focusout', hide);
  return () => {
    hide();
    stopped.abort();
  };
}

/** The sources by number, page and section, with the beginning of what the section says. */
function describe(cited: readonly Cited[], sources: readonly Source[]): HTMLElement[] {
  const urls = new Set(cited.map(({ url }) => url));
  return [...urls].map((url) => {
    const at = sources.findIndex((source) => source.url === url);
    const [title, ...section] = (sources[at]?.title ?? url).split(' › ');
    const line = document.createElement('div');
    const page = document.createElement('b');
    page.textContent = `${at + 1} ${title}`;
    line.append(page, ...section.map((part) => ` › ${part}`));
    const { says } = cited.find((one) => one.url === url)!;
    if (says !== '') {
      const quote = document.createElement('q');
      quote.textContent = says;
      line.append(quote);
    }
    return line;
  });
}

/** A word on the page and its place in the Markdown text. */
type Word = { node: Text; offset: number; start: number; length: number };

/** Characters of markup between two words, such as the rule below a table's head. */
const maxMarkup = 200;

function findSentences(root: HTMLElement, { text, sources, supports }: Answer): Sentence[] {
  const urls = new Set(sources.map(({ url }) => url));
  const links = [...text.matchAll(/\[\d{1,3}\]\(([^()\s]*)\)/g)].filter(([, url]) => urls.has(url!));
  const blank = (found: string) => ' '.repeat(found.length);
  const plain = text.replace(/\[\d{1,3}\]\([^()\s]*\)|(?<=\])\([^()\s]*\)/g, blank);
  const words: Word[] = [];
  const numbers: { element: Element; url: string; at: number }[] = [];
  let at = 0;
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement!.closest(shapes.number) || (node instanceof Element && node.matches(shapes.note))
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    if (node instanceof Text) {
      for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
        const start = plain.indexOf(word, at);
        // One that is written in another way in Markdown is left out.
        if (start < 0 || plain.slice(at, start).replace(/\s/g, '').length > maxMarkup) continue;
        words.push({ node, offset: index, start, length: word.length });
        at = start + word.length;
      }
    } else if ((node as Element).matches(shapes.number)) {
      const link = links.find(({ index }) => index >= at);
      if (link === undefined) continue;
      numbers.push({ element: node as Element, url: link[1]!, at: link.index });
      at = link.index + link[0].length;
    }
  }
  const all = supports.map(
    ({ source: { url }, startIndex, endIndex, before = 0, citedText: says = '' }): Cited => ({
      url,
      start: before + startIndex,
      end: before + endIndex,
      says,
    }),
  );
  const spans = Map.groupBy(all, ({ start, end }) => `${start} ${end}`);
  const sentences = [...spans.values()].flatMap((cited): Sentence[] => {
    const range = rangeOf(words, cited[0]!);
    return range === undefined ? [] : [{ range, cited, focused: [] }];
  });
  for (const { element, url, at } of numbers) {
    const ofSource = sentences.filter(({ cited }) => cited.some((one) => one.url === url));
    const before = ofSource.findLast(({ cited }) => cited[0]!.end <= at);
    // An answer may begin with a number.
    const sentence = before ?? ofSource[0];
    if (sentence !== undefined) sentence.focused.push(element);
    else
      sentences.push({
        range: rangeIn(element),
        cited: [{ url, start: at, end: at, says: '' }],
        focused: [element],
      });
  }
  const unsure = [...root.querySelectorAll(shapes.unsure)].map((element): Sentence => {
    const note = element.querySelector(shapes.note)?.textContent ?? '';
    return { range: rangeIn(element), cited: [], note, focused: [element] };
  });
  return [...sentences, ...unsure];
}

function rangeIn(element: Element): Range {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range;
}

function rangeOf(words: readonly Word[], cited: Cited): Range | undefined {
  const first = words.find(({ start, length }) => start + length > cited.start);
  const last = words.findLast(({ start }) => start < cited.end);
  if (first === undefined || last === undefined || last.start < first.start) return undefined;
  const range = document.createRange();
  range.setStart(first.node, first.offset + Math.max(0, cited.start - first.start));
  range.setEnd(last.node, last.offset + Math.min(last.length, cited.end - last.start));
  return range;
}
