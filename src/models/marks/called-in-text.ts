/** A tool call that a server left in the text. */
type TextCall = { toolName: string; input: string };

/**
 * The calls in what a model wrote between its marks for tool calls: JSON as Hermes, Qwen and Mistral write it, or the tags
 * of Llama, Qwen Coder and GLM. Only calls of tools that exist.
 */
export function calledInText(text: string, toolNames: readonly string[]): TextCall[] {
  const found = [...byTags(text), ...byJson(text)];
  return found.filter(({ toolName }) => toolNames.includes(toolName));
}

function byTags(text: string): TextCall[] {
  const calls = [...text.matchAll(/<function=([\w.-]+)>([^]*?)(?:<\/function>|$)/g)].map(([, name, body]) => {
    return {
      toolName: name!,
      input: inputOf(body!, /<parameter=([^>]{1,100})>((?:(?!<parameter=)[^])*?)<\/parameter>/g),
    };
  });
  const [, named] = /^\s*([\w.-]+)\s*(?=<arg_key>)/.exec(text) ?? [];
  const pairs = /<arg_key>([^<]{1,100})<\/arg_key>\s*<arg_value>((?:(?!<arg_value>)[^])*?)<\/arg_value>/g;
  return named === undefined ? calls : [...calls, { toolName: named, input: inputOf(text, pairs) }];
}

function inputOf(body: string, pairs: RegExp): string {
  const fields = [...body.matchAll(pairs)].map(([, key, value]) => [key!.trim(), valueOf(value!.trim())]);
  return fields.length === 0 ? body.trim() : JSON.stringify(Object.fromEntries(fields));
}

/** `{"name": …, "arguments": …}`, several of them, or `name[ARGS]{…}`. */
function byJson(text: string): TextCall[] {
  const [, name, input] = /^\s*([\w.-]+)(?:\[CALL_ID\]\w+)?(?:\[ARGS\])?\s*(\{[^]*\})\s*$/.exec(text) ?? [];
  if (name !== undefined) return [{ toolName: name, input: input! }];
  const whole = valueOf(text.trim());
  const values = Array.isArray(whole)
    ? whole
    : typeof whole === 'string'
      ? text.split('\n').map(valueOf)
      : [whole];
  return values.flatMap((value: unknown) => {
    if (typeof value !== 'object' || value === null) return [];
    const { name, arguments: args, parameters } = value as Record<string, unknown>;
    const given = args ?? parameters ?? {};
    if (typeof name !== 'string') return [];
    return [{ toolName: name, input: typeof given === 'string' ? given : JSON.stringify(given) }];
  });
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
