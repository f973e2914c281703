import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Source } from '../../../../src/protocol/manage/source-schema.ts';
import { useOrganization, useProjectIfAny } from '../layout/where.ts';
import { Select, TextField } from './field.tsx';
import { type Field, fieldsOf, hasUrls, kinds, sourceOf } from './source-of.ts';
import { UrlFields } from './url-fields.tsx';
import { request } from '../api/request.ts';
import { Button } from './button.tsx';
import { ErrorText } from './states.tsx';
import { useAction } from './use-action.ts';

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
  const { queries } = useOrganization();
  const plan = useQuery({ ...queries.plan, enabled: kind === 'folder' || kind === 'files' });
  const fields = short ? kinds[kind].fields : fieldsOf(kind);
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
          {...((name === 'path' || name === 'folder') && {
            hint: `${field.hint} ${namesOf(plan.data?.folders)}`,
          })}
        />
      ))}
      {!short && hasUrls(kind) && (
        <UrlFields id={id} urls={source !== undefined && 'urls' in source ? source.urls : undefined} />
      )}
      {kind !== 'pushed' && <CheckSource key={kind} id={id} />}
    </div>
  );
}

/** The folders that may be read, by name. */
function namesOf(folders: string[] | undefined): string {
  if (folders === undefined) return '';
  return folders.length === 0
    ? 'None are allowed yet: the operator grants them.'
    : `Allowed: ${folders.join(', ')}.`;
}

function valueOf(source: Source, name: Field['name']): string | number {
  const value = (source as Partial<Record<Field['name'], string | number | string[]>>)[name] ?? '';
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Tries whether the docs can be read from where the fields say, and says in words what is wrong. */
function CheckSource({ id }: { id: string }) {
  const { slug } = useOrganization();
  const project = useProjectIfAny();
  const [found, setFound] = useState('');
  const check = useAction(async (form: HTMLFormElement) => {
    setFound('');
    const body = { source: sourceOf(new FormData(form), id), ...(project && { projectId: project.id }) };
    const path = `/manage/v1/organizations/${slug}/sources/check`;
    setFound((await request<{ found: string }>('POST', path, body)).found);
  });
  return (
    <div className="grid gap-2 sm:col-span-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={check.busy} onClick={({ currentTarget }) => check.run(currentTarget.form!)}>
          {check.busy ? 'Trying…' : 'Test this source'}
        </Button>
        <p className="text-sm text-good" role="status">
          {found}
        </p>
      </div>
      <ErrorText error={check.error} />
    </div>
  );
}
