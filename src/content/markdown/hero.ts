import { asList, asObject, asText } from '../config/values.ts';
import { textField, type FrontMatter } from '../front-matter.ts';

/**
 * The content of a home page's front matter (`hero`, `features`) as Markdown to put before its body.
 * https://vitepress.dev/reference/default-theme-home-page https://starlight.astro.build/reference/frontmatter/#hero
 */
export function heroText(data: FrontMatter): string {
  const hero = asObject(data['hero']);
  const features = asList(data['features']).map(asObject);
  const name = textField(hero, 'name', 'title', 'text');
  const lines = [
    name === null || textField(data, 'title') !== null ? null : `# ${name}`,
    textField(hero, 'name', 'title') === null ? null : textField(hero, 'text'),
    textField(hero, 'tagline'),
    ...asList(hero['actions']).map((action) => linkOf(asObject(action), 'text')),
    ...features.map((feature) =>
      [linkOf(feature, 'title') ?? textField(feature, 'title'), textField(feature, 'details')]
        .filter((text) => text !== null)
        .join(': '),
    ),
  ].filter((line) => line !== null && line !== '');
  return lines.length === 0 ? '' : `${lines.join('\n\n')}\n\n`;
}

function linkOf(shown: Record<string, unknown>, key: string): string | null {
  const [text, link] = [textField(shown, key), asText(shown['link'])];
  if (text === null || link === null) return null;
  return `[${text.replaceAll(/[[\]]/g, '\\$&')}](${link.replaceAll(/[\s()<>]/g, encodeURIComponent)})`;
}
