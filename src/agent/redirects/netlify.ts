import type { RedirectFormat } from './redirect.ts';

/** `_redirects` of Netlify and Cloudflare Pages: the first matching rule wins. https://docs.netlify.com/routing/redirects/ */
export const netlifyRules: RedirectFormat = {
  framework: null,
  fits: (path) => /(?:^|\/)_redirects$/.test(path),
  add(text, { fullUrl: from }, { fullUrl: to }) {
    const lines = text.trimEnd().split('\n');
    const wildcard = lines.findIndex((line) => !line.startsWith('#') && /[*:]/.test(line.split(/\s/)[0]!));
    lines.splice(wildcard < 0 ? lines.length : wildcard, 0, `${from} ${to} 301`);
    return `${lines.filter((line, nth) => line !== '' || nth > 0).join('\n')}\n`;
  },
};

/** Tables of `netlify.toml`. https://docs.netlify.com/configure-builds/file-based-configuration/#redirects */
export const netlifyTables: RedirectFormat = {
  framework: null,
  fits: (path) => /(?:^|\/)netlify\.toml$/.test(path),
  add(text, { fullUrl: from }, { fullUrl: to }) {
    const made = `[[redirects]]\n  from = "${from}"\n  to = "${to}"\n  status = 301\n`;
    const first = text.search(/^\[\[redirects\]\]/m);
    // Without any redirect in the file, nothing says that the docs keep theirs here.
    return first < 0 ? null : `${text.slice(0, first)}${made}\n${text.slice(first)}`;
  },
};
