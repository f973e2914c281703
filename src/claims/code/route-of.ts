/** A route as it compares: its parameters are `*`, whatever framework writes them; null for what is no route. */
export function routeOf(written: string): string | null {
  if (written.length > 200) return null;
  const path = /^(?:(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) )?(\/[\w\-./:{}<>[\]*$~]{1,200})$/.exec(
    written,
  )?.[1];
  if (path === undefined || path.startsWith('//')) return null;
  const segments = path.split('/').filter(Boolean);
  const plain = segments.map((segment) => (/^(?::|\{|<|\[|\*|\$)/.test(segment) ? '*' : segment));
  return plain.some((segment) => /[a-z]/i.test(segment)) ? `/${plain.join('/')}` : null;
}
