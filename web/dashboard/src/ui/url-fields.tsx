import type { Source } from '../../../../src/protocol/manage/source-schema.ts';
import { Select, Switch, TextArea, TextField } from './field.tsx';
import { textOf } from './form.tsx';

type Urls = NonNullable<Extract<Source, { kind: 'folder' }>['urls']>;

const texts = [
  { name: 'folder', label: 'Only files below', placeholder: 'documentation/docs' },
  { name: 'prefix', label: 'Path prefix of every page', placeholder: 'docs/kit' },
  { name: 'slug', label: 'Front matter field with the path', placeholder: 'slug' },
  { name: 'base', label: 'Address of the site', placeholder: 'https://example.com' },
] as const;

/** The mapping of files to addresses, where no framework's configuration has it. Folded at first. */
export function UrlFields({ id, urls }: { id: string; urls: Urls | undefined }) {
  const rules = Object.entries(urls?.rules ?? {}).map(([from, to]) => `${from} = ${to}`);
  return (
    <details className="sm:col-span-2" open={urls !== undefined}>
      <summary className="cursor-pointer text-sm font-medium">Addresses of its pages</summary>
      <p className="mt-2 text-xs text-faint">
        For a site generator of your own. Empty: as the docs’ framework has them, or as the pages link to each
        other.
      </p>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        {texts.map(({ name, ...field }) => (
          <TextField
            key={name}
            name={`${id}.urls.${name}`}
            autoComplete="off"
            spellCheck={false}
            maxLength={name === 'base' ? 2_000 : name === 'slug' ? 100 : 300}
            defaultValue={urls?.[name] ?? ''}
            {...field}
          />
        ))}
        <TextArea
          label="Rules"
          name={`${id}.urls.rules`}
          spellCheck={false}
          placeholder=":section/:page = :page"
          hint="One per line: file path to page path."
          defaultValue={rules.join('\n')}
        />
        <Select label="After a path" name={`${id}.urls.ending`} defaultValue={urls?.ending ?? 'none'}>
          <option value="none">As it is</option>
          <option value="">Nothing</option>
          <option value="/">/</option>
          <option value=".html">.html</option>
        </Select>
        <Switch
          label="Drop number prefixes from names"
          name={`${id}.urls.stripNumbers`}
          defaultChecked={urls?.stripNumbers === true}
        />
      </div>
    </details>
  );
}

/** The entered mapping; undefined when it is empty. */
export function urlsOf(form: FormData, id: string): Urls | undefined {
  const ending = form.get(`${id}.urls.ending`);
  const rules = (textOf(form, `${id}.urls.rules`) ?? '')
    .split('\n')
    .map((line) => line.split('=').map((part) => part.trim()))
    .filter(([from, to]) => from !== '' && to !== undefined);
  const given = [
    ...texts.map(({ name }) => [name, textOf(form, `${id}.urls.${name}`)] as const),
    ['rules', rules.length > 0 ? Object.fromEntries(rules) : undefined] as const,
    ['ending', ending === null || ending === 'none' ? undefined : ending] as const,
    ['stripNumbers', form.get(`${id}.urls.stripNumbers`) === 'on' ? true : undefined] as const,
  ].filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : (Object.fromEntries(given) as Urls);
}
