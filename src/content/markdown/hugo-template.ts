/**
 * What a shortcode of a site's own shows, as far as its template says so without being run: its own words, the values
 * that it is given, parameters, and what it holds. Loops and the values of functions are left out.
 */
export function fillTemplate(
  template: string,
  values: Record<string, string>,
  inner: string,
  paramOf: (path: string) => string,
): string {
  const held: string[] = [];
  const shown = withoutLoops(template)
    .replaceAll(/<(script|style)\b[^]*?<\/\1>/g, '')
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/\{\{-?([^{}]*)-?\}\}/g, (_, inside: string) => {
      const action = inside.trim();
      if (
        /^(?:if|else|end|with|range|define|block|template|partial|\$\w+[ \t]*:?=|\/\*|errorf|warnf)/.test(
          action,
        )
      )
        return '';
      if (/\.Inner\b/.test(action)) {
        held.push(inner);
        return '\n\n\u0000\n\n';
      }
      const get = /\.Get[ \t]+(?:"([^"]*)"|`([^`]*)`|(\d+))/.exec(action);
      if (get !== null) return values[get[1] ?? get[2] ?? get[3] ?? ''] ?? '';
      const param = /(?:[Ss]ite|\.Page)\.Params\.([\w.]+)|\.(?:Page|Site)?\.?Param[ \t]+"([\w.]+)"/.exec(
        action,
      );
      return param === null ? '' : paramOf(param[1] ?? param[2] ?? '');
    });
  const lines = shown.split('\n').map((line) => line.trim());
  const text = lines.filter((line) => line !== '').join('\n');
  return text
    .split('\u0000')
    .reduce((all, part) => `${all.trimEnd()}\n\n${(held.shift() ?? '').trim()}\n\n${part.trimStart()}`);
}

/** What a loop would show depends on data. */
function withoutLoops(template: string): string {
  const kept: string[] = [];
  let [from, depth, loopDepth] = [0, 0, -1];
  for (const { 0: tag, 1: word = '', index } of template.matchAll(
    /\{\{-?[ \t]*(range|if|with|block|define|end)\b[^{}]*\}\}/g,
  )) {
    if (word === 'end') {
      depth -= 1;
      if (depth === loopDepth) {
        loopDepth = -1;
        from = index + tag.length;
      }
      continue;
    }
    if (word === 'range' && loopDepth < 0) {
      kept.push(template.slice(from, index));
      loopDepth = depth;
    }
    depth += 1;
  }
  return loopDepth < 0 ? [...kept, template.slice(from)].join('') : kept.join('');
}
