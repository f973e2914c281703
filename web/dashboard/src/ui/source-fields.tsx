import { useState } from 'react';
import type { Source } from '../../../../src/protocol/manage/source-schema.ts';
import { Select, TextField } from './field.tsx';
import { textOf } from './form.tsx';
import { UrlFields, urlsOf } from './url-fields.tsx';

type Field = {
  name: 'path' | 'url' | 'branch' | 'root' | 'pages' | 'baseUrl' | 'prefix';
  type?: 'number';
  min?: number;
  max?: number;
  label: string;
  hint?: string;
  placeholder?: string;
  required?: boolean;
};

/** The identifying field of each kind of source. */
const kinds: Record<Source['kind'], { label: string; fields: Field[] }> = {
  folder: {
    label: 'Folder on the server',
    fields: [
      {
        name: 'path',
        label: 'Folder of docs',
        placeholder: '/srv/my-product/docs',
        hint: 'With .md or .mdx files, in one of the folders that the server is allowed to read.',
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
        hint: 'What lies below its path is read.',
        required: true,
      },
      {
        name: 'pages',
        label: 'Most pages to read',
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
  pushed: { label: 'Pushed by docent deploy FOLDER', fields: [] },
};

const shared: Field[] = [
  { name: 'prefix', label: 'Path before its pages', placeholder: 'api', hint: 'Empty: none.' },
  { name: 'baseUrl', label: 'Address of its site', hint: 'When it is not the project’s.' },
];

/** The fields of one source; `id` tells several of them apart. */
export function SourceFields({
  id,
  source,
  short = false,
}: {
  id: string;
  source?: Source;
  short?: boolean;
}) {
  const [kind, setKind] = useState<Source['kind']>(source?.kind ?? 'folder');
  const fields = [...kinds[kind].fields, ...(short ? [] : shared)];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Docs come from"
        name={`${id}.kind`}
        value={kind}
        onChange={(event) => setKind(event.target.value as Source['kind'])}
      >
        {Object.entries(kinds).map(([value, { label }]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {fields.map(({ name, ...field }) => (
        <TextField
          key={`${kind} ${name}`}
          name={`${id}.${name}`}
          autoComplete="off"
          spellCheck={false}
          maxLength={2_000}
          defaultValue={source?.kind === kind ? valueOf(source, name) : ''}
          {...field}
        />
      ))}
      {!short && hasUrls(kind) && (
        <UrlFields id={id} urls={source !== undefined && 'urls' in source ? source.urls : undefined} />
      )}
    </div>
  );
}

/** Only files have a URL mapping: a site's pages have the addresses that they are read from. */
function hasUrls(kind: Source['kind']): boolean {
  return kind === 'folder' || kind === 'git' || kind === 'pushed';
}

function valueOf(source: Source, name: Field['name']): string | number {
  return (source as Partial<Record<Field['name'], string | number>>)[name] ?? '';
}

/** The entered source. */
export function sourceOf(form: FormData, id: string): Source {
  const kind = form.get(`${id}.kind`) as Source['kind'];
  const named = [...kinds[kind].fields, ...shared].map(({ name, type }) => {
    const text = textOf(form, `${id}.${name}`);
    return [name, type === 'number' && text !== undefined ? Number(text) : text] as const;
  });
  const urls = hasUrls(kind) ? urlsOf(form, id) : undefined;
  const given = [...named, ['urls', urls] as const].filter(([, value]) => value !== undefined);
  return { kind, ...Object.fromEntries(given) } as Source;
}
