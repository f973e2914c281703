/**
 * Takes what machines write for machines out of a model's text, as it streams: its thoughts, the channels of harmony
 * (https://cookbook.openai.com/articles/openai-harmony), marks of turns and ends, and tool calls that the server left in
 * the text. What stands in Markdown code stays: pages may explain such marks.
 */
type MarkFilter = {
  /** The part of the text so far that people may read. */
  push(text: string): string;
  /** The rest, at the end. */
  end(): string;
  /** Whether visible text waits. */
  waits(): boolean;
  /** Ends the wait. */
  letGo(): string;
  /** Tool calls in the text, as they were written. */
  calls: string[];
  /** Whether thoughts ended that had not visibly begun, or any were in the text. */
  sawThoughts(): boolean;
};

type Hidden = { until: RegExp; isCall: boolean };

const thought = 'think(?:ing)?|antthinking|scratchpad|thought|reason(?:ing)?|seed:think|reflection';
const surely = /^(?:<think(?:ing)?>|\[THINK\]|◁think▷|<\|)/i;
const [thoughtBegins, thoughtEnds] = [
  new RegExp(`^(?:<(?:${thought})>|\\[THINK\\]|◁think▷|<\\|(?:START_THINKING|begin_of_thought)\\|>)`, 'i'),
  new RegExp(`</(?:${thought})>|\\[/THINK\\]|◁/think▷|<\\|(?:END_THINKING|end_of_thought)\\|>`, 'i'),
];
const endsThought = new RegExp(`^(?:${thoughtEnds.source})`, 'i');
const callBegins =
  /^(?:<(tool_calls?|function_calls?|tool_response)>|<\|(tool_call)\|?>|(\[TOOL_CALLS\])|(<function=[\w.-]+>)|<[|｜](tool▁calls▁begin)[|｜]>)/;
const roleBegins =
  /^<(?:\|(?:im_start|start|start_header_id|header_start|start_of_role)\||start_of_turn|\|turn)>\s*(\w+)(?:<\|(?:end_header_id|header_end|end_of_role)\|>)?\n?|^<\|(assistant|user|system)\|>\n?/;
const channel = /^<\|channel\|?>([^<]*)(?:<\|constrain\|>[^<]*)?<\|message\|>/;
const endsChannel = /<\|(?:end|call|return|start|channel)\|>/;
const plainMark =
  /^(?:<[|｜][\w▁.:/-]{1,40}[|｜]>|<(?:end_of_turn|start_of_turn|eos|bos|pad|EOT|turn\||channel\|)>|<\/?(?:final_)?answer>|\[\/?INST\])/;
const lastMark = /^<\/s>\s*$/;
/** A prefix that may become a mark. */
const begun =
  /^(?:<[|｜]?(?:[\w▁.:/=-]{0,40}[|｜]?|channel\|?>[^<]{0,100}(?:<[|\w]{0,12}\|?>?[^<]{0,20}){0,2}|\/s>\s*)|\[\/?[A-Z_]{0,12}|◁[/a-z]{0,8}|<(?:\|(?:im_start|start|start_header_id|header_start|start_of_role)\||start_of_turn|\|turn)>\s*(?:\w{0,12}(?:<[|\w]{0,15})?)?)$/;
const longestMark = 160;
/** What may stand before a fence. */
const lineStart = /^[ \t>]*(?:(?:[-*+]|\d{1,4}\.)[ \t]+)?$/;
const longestStart = 60;
/** Harmony without its marks, as left by servers that do not know them. */
const bareBegin = /^analysis(?=[A-Z])/;
const bareEnd = /assistantfinal/;

/** @param holds characters that may wait for the end of thoughts that had not visibly begun; 0 for none */
export function filterMarks(holds: number): MarkFilter {
  const calls: string[] = [];
  let buffer = '';
  let hidden: Hidden | null = null;
  let hiddenText = '';
  /** Visible, but perhaps thoughts. */
  let waiting = '';
  let isWaiting = holds > 0;
  let said = false;
  let trims = false;
  let saw = false;
  let fence: string | null = null;
  let span = 0;
  let line = '';
  const atLineStart = () => lineStart.test(line);

  function show(text: string): void {
    if (text === '') return;
    waiting += trims && !said ? text.trimStart() : text;
    said ||= waiting.trim() !== '';
    goOn(text);
  }

  function goOn(text: string): void {
    const from = text.lastIndexOf('\n') + 1;
    if (from > 0) line = text.slice(from, from + longestStart);
    else if (line.length < longestStart) line += text;
  }

  function hide(until: RegExp, isCall = false): void {
    hidden = { until, isCall };
    hiddenText = '';
    trims = true;
  }

  /** Reads one mark at the start of the buffer; its length, or 0 for none. */
  function readMark(): number {
    const take = (pattern: RegExp) => pattern.exec(buffer);
    let found = take(thoughtBegins);
    if (found && (atLineStart() || surely.test(found[0]))) {
      saw = true;
      hide(thoughtEnds);
      return found[0].length;
    }
    if ((found = take(endsThought))) {
      saw = true;
      if (isWaiting) {
        waiting = '';
        fence = null;
        span = 0;
        line = '';
      }
      isWaiting = false;
      said = waiting.trim() !== '';
      trims = true;
      return found[0].length;
    }
    if ((found = take(channel))) {
      saw = true;
      const isFinal = found[1]!.trim().startsWith('final');
      if (!isFinal) hide(endsChannel, / to=/.test(found[1]!));
      if (hidden !== null && hidden.isCall)
        hiddenText = `<function=${/ to=(?:functions\.)?([\w.-]+)/.exec(found[1]!)?.[1]}>`;
      trims = true;
      return found[0].length;
    }
    if ((found = take(callBegins))) {
      const [, tag, bar, list, named] = found;
      if (tag ?? bar)
        hide(
          new RegExp(`</${tag ?? bar}>|<\\|/?${tag ?? bar}\\|>|<\\|(?:im_end|eot_id|eom_id|end)\\|>`),
          tag !== 'tool_response',
        );
      else if (named) hide(/<\/function>|<\|e\w+_id\|>/, true);
      else hide(list ? /(?!)/ : /<[|｜]tool▁calls▁end[|｜]>/, true);
      if (named) hiddenText = named;
      return found[0].length;
    }
    if ((found = take(roleBegins))) {
      const role = found[1] ?? found[2]!;
      // Text in another role is the model's invention.
      if (!/^(?:assistant|model)$/.test(role)) hide(/<\|im_start\|>assistant|<\|assistant\|>/);
      trims = true;
      return found[0].length;
    }
    return (take(plainMark) ?? take(lastMark))?.[0].length ?? 0;
  }

  /** Reads until more text is needed. @returns whether it made progress */
  function step(isEnd: boolean): boolean {
    if (buffer === '') return false;
    if (hidden !== null) return readHidden(isEnd);
    if (!said && atLineStart() && bareBegin.test(buffer)) {
      hide(bareEnd);
      return true;
    }
    if (!said && !isEnd && 'analysis'.startsWith(buffer)) return false;
    const next = /[`~\n<[◁]/.exec(buffer)?.index ?? buffer.length;
    if (next > 0) {
      show(buffer.slice(0, next));
      buffer = buffer.slice(next);
      return true;
    }
    const [sign] = buffer;
    if (sign === '\n') {
      if (/^\n[ \t]*\n/.test(buffer)) span = 0;
      return pass(1);
    }
    if (sign === '`' || sign === '~') return readCode(sign, isEnd);
    const inCode = fence !== null || span > 0;
    // Thoughts may contain an unclosed backtick.
    if (inCode && !(isWaiting && atLineStart() && fence === null)) return pass(1);
    if (!isEnd && buffer.length < longestMark && begun.test(buffer)) return false;
    if (inCode && !endsThought.test(buffer)) return pass(1);
    const length = readMark();
    if (length === 0) return pass(1);
    buffer = buffer.slice(length);
    return true;
  }

  function pass(length: number): boolean {
    show(buffer.slice(0, length));
    buffer = buffer.slice(length);
    return true;
  }

  function readCode(sign: string, isEnd: boolean): boolean {
    const run = (sign === '`' ? /^`+/ : /^~+/).exec(buffer)![0];
    if (run.length === buffer.length && !isEnd) return false;
    if (fence !== null) {
      if (atLineStart() && run.startsWith(fence)) fence = null;
    } else if (atLineStart() && run.length >= 3 && span === 0) fence = run;
    else if (sign === '`') span = span === 0 ? run.length : span === run.length ? 0 : span;
    return pass(run.length);
  }

  function readHidden(isEnd: boolean): boolean {
    const { until, isCall } = hidden!;
    const found = until.exec(buffer);
    if (found === null) {
      // The end may be cut off.
      const keep = isEnd ? 0 : Math.min(buffer.length, 48);
      const sure = buffer.slice(0, buffer.length - keep);
      if (isCall) hiddenText += sure;
      buffer = buffer.slice(sure.length);
      if (isEnd && isCall) calls.push(hiddenText);
      return false;
    }
    if (isCall) calls.push(hiddenText + buffer.slice(0, found.index));
    hidden = null;
    // This starts the next message.
    const keeps = /^<\|(?:start|channel|im_start|assistant)\|>/.test(found[0]);
    buffer = buffer.slice(keeps ? found.index : found.index + found[0].length);
    return true;
  }

  function release(isEnd: boolean): string {
    if (isWaiting && !isEnd && waiting.length <= holds && !(holds < Infinity && waiting.includes('[[')))
      return '';
    if (waiting !== '' || isEnd) isWaiting = false;
    const text = waiting;
    waiting = '';
    return text;
  }

  return {
    calls,
    sawThoughts: () => saw,
    waits: () => isWaiting && waiting !== '',
    letGo() {
      isWaiting = false;
      return release(false);
    },
    push(text) {
      if (!isWaiting && hidden === null && buffer === '' && said && !/[`~\n<[◁]/.test(text)) {
        goOn(text);
        return text;
      }
      buffer += text;
      while (step(false));
      return release(false);
    },
    end() {
      while (step(true));
      return release(true);
    },
  };
}
