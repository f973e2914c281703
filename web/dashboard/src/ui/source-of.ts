import type { Source } from '../../../../src/protocol/manage/source-schema.ts';
import { textOf } from './form.tsx';
import { idsOf } from './ids-of.ts';
import { urlsOf } from './url-fields.tsx';

export type Field = {
  name:
    | 'path'
    | 'folder'
    | 'url'
    | 'name'
    | 'branch'
    | 'root'
    | 'pages'
    | 'what'
    | 'token'
    | 'groups'
    | 'baseUrl'
    | 'prefix'
    | 'built';
  type?: 'number' | 'password';
  min?: number;
  max?: number;
  label: string;
  hint?: string;
  placeholder?: string;
  required?: boolean;
};

const token: Field = {
  name: 'token',
  label: 'Token',
  type: 'password',
  hint: 'Stored encrypted and never shown again. Leave empty to keep the current one.',
};

/** Fields of several values, apart by commas. */
const lists = new Set(['what', 'groups']);

const built: Field = {
  name: 'built',
  label: 'Its built site',
  placeholder: 'https://docs.example.com/',
  hint: 'The site that your generator builds from these docs: its address, its sitemap, or a folder on the server. Page addresses and heading ids are read from it. Empty: they are derived from the files.',
};

/** The identifying fields of each kind of source. */
export const kinds: Record<Source['kind'], { label: string; fields: Field[] }> = {
  folder: {
    label: 'Folder on the server',
    fields: [
      {
        name: 'path',
        label: 'Folder of docs',
        placeholder: '/srv/my-product/docs',
        hint: 'With .md or .mdx files, in a folder that the server is allowed to read.',
        required: true,
      },
    ],
  },
  git: {
    label: 'Git repository',
    fields: [
      {
        name: 'url',
        label: 'Address of the repository',
        placeholder: 'https://github.com/acme/docs',
        required: true,
      },
      { name: 'branch', label: 'Branch or tag', hint: 'Empty: the default branch.' },
      { name: 'root', label: 'Folder in the repository', placeholder: 'docs', hint: 'Empty: all of it.' },
    ],
  },
  site: {
    label: 'Site',
    fields: [
      {
        name: 'url',
        label: 'Address of the site or its sitemap',
        placeholder: 'https://docs.example.com/',
        hint: 'Pages below this path are read.',
        required: true,
      },
      {
        name: 'pages',
        label: 'Maximum pages',
        hint: 'Empty: 20,000.',
        type: 'number',
        min: 1,
        max: 100_000,
      },
    ],
  },
  llms: {
    label: 'llms-full.txt',
    fields: [
      {
        name: 'url',
        label: 'Address of the file',
        placeholder: 'https://docs.example.com/llms-full.txt',
        required: true,
      },
    ],
  },
  pushed: {
    label: 'Pushed by docent deploy FOLDER',
    fields: [
      {
        name: 'name',
        label: 'Name',
        placeholder: 'api',
        hint: 'For docent deploy --source, when several sources are pushed. Empty: none.',
      },
    ],
  },
  files: {
    label: 'Documents: PDF, Word, slides',
    fields: [
      {
        name: 'folder',
        label: 'Folder of documents',
        placeholder: '/srv/manuals',
        hint: 'With PDF, DOCX, PPTX, HTML, CSV, IPYNB or TXT files, in a folder that the server is allowed to read.',
        required: true,
      },
    ],
  },
  github: {
    label: 'GitHub discussions, issues, releases',
    fields: [
      {
        name: 'url',
        label: 'Address of the repository',
        placeholder: 'https://github.com/acme/product',
        required: true,
      },
      {
        name: 'what',
        label: 'What to read',
        placeholder: 'discussions, issues, releases',
        hint: 'Separate with commas: answered discussions, closed issues with a maintainer’s word, releases.',
        required: true,
      },
      { ...token, hint: `It may read the repository. ${token.hint}` },
    ],
  },
  zendesk: {
    label: 'Zendesk help centre',
    fields: [
      {
        name: 'url',
        label: 'Address of the help centre',
        placeholder: 'https://acme.zendesk.com/',
        required: true,
      },
      { ...token, label: 'Email/token:token', hint: `Or an OAuth token. ${token.hint}` },
    ],
  },
  confluence: {
    label: 'Confluence',
    fields: [
      {
        name: 'url',
        label: 'Address of the wiki or a space',
        placeholder: 'https://acme.atlassian.net/wiki/spaces/DOCS',
        required: true,
      },
      { ...token, label: 'Email:token', hint: `Or a personal access token. ${token.hint}` },
    ],
  },
  notion: {
    label: 'Notion',
    fields: [
      {
        name: 'url',
        label: 'Address of the workspace',
        placeholder: 'https://www.notion.so/acme',
        required: true,
      },
      { ...token, hint: `Of an integration that the pages are shared with. ${token.hint}` },
    ],
  },
};

const shared: Field[] = [
  { name: 'prefix', label: 'Path prefix of its pages', placeholder: 'api', hint: 'Empty: none.' },
  { name: 'baseUrl', label: 'Address of its site', hint: 'If it differs from the project’s.' },
  {
    name: 'groups',
    label: 'Groups that may read it',
    hint: 'Separate with commas, for pages that name none themselves. Empty: everybody.',
  },
];

/** Only the addresses of files are to be found: a site's pages have those that they are read from. */
export function hasUrls(kind: Source['kind']): boolean {
  return kind === 'folder' || kind === 'git' || kind === 'pushed';
}

/** The fields of a source besides its kind. */
export function fieldsOf(kind: Source['kind']): Field[] {
  return [...kinds[kind].fields, ...shared, ...(hasUrls(kind) ? [built] : [])];
}

/** The entered source. */
export function sourceOf(form: FormData, id: string): Source {
  const kind = form.get(`${id}.kind`) as Source['kind'];
  const named = fieldsOf(kind).map(({ name, type }) => {
    const text = textOf(form, `${id}.${name}`);
    if (text !== undefined && lists.has(name))
      return [name, text.split(/\s*,\s*/).filter((one) => one !== '')] as const;
    return [name, type === 'number' && text !== undefined ? Number(text) : text] as const;
  });
  const urls = hasUrls(kind) ? urlsOf(form, id) : undefined;
  const given = [...named, ['urls', urls] as const].filter(([, value]) => value !== undefined);
  return { kind, ...Object.fromEntries(given) } as Source;
}

/** All sources of a form, in order. */
export function sourcesOf(form: FormData): Source[] {
  return idsOf(form, 'kind').map((id) => sourceOf(form, id));
}
