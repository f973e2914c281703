import { splitFrontMatter } from '../../content/front-matter.ts';
import type { CodeItem } from './code-item.ts';

/** Fields from which site generators add tags to a page's head, or code around its text. */
const heads = new Set(
  'head scripts script headscripts css styles stylesheets layout template outputs'.split(' '),
);

const address = /(?<![\w.])(?:https?:)?\/\/([\w.-]{1,255}\.[a-z]{2,63})/gi;

/**
 * Code in front matter: another language after the dashes (gray-matter runs it), tags for the head, and addresses of other
 * sites, to which `redirect_to` and others lead.
 */
export function frontMatterCode(text: string): CodeItem[] {
  const language = /^\uFEFF?---[ \t]{0,10}([a-z]{1,20})[ \t]{0,10}\r?\n/i.exec(text)?.[1];
  if (language !== undefined && !/^(?:ya?ml|toml|json)$/i.test(language)) {
    return [{ kind: 'script', key: `---${language}`, line: 1 }];
  }
  const { data, body, warning } = splitFrontMatter(text);
  const written = text.slice(0, text.length - body.length);
  if (warning !== null) return [{ kind: 'text that cannot be read', key: squeeze(written), line: 1 }];
  const hosts = new Set([...written.matchAll(address)].map(([, host]) => host!.toLowerCase()));
  return [
    ...Object.entries(data)
      .filter(([name]) => heads.has(name.toLowerCase()))
      .map(([name, value]): CodeItem => ({
        kind: 'script',
        key: `${name}: ${JSON.stringify(value)}`,
        line: 1,
      })),
    ...[...hosts].map((key): CodeItem => ({ kind: 'link to another site', key, line: 1 })),
  ];
}

const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();
