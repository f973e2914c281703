import type { FormEvent } from 'react';
import { Card } from '../../ui/card.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { type PlaygroundSearch, readPlaygroundSearch } from './point-of-view.ts';
import type { Rival } from './use-rivals.ts';

type Props = {
  search: PlaygroundSearch;
  rivals: Rival[];
  onChoose(changes: PlaygroundSearch): void;
};

/** Chooses the simulated reader, and the answerer to compare with. */
export function ReaderCard({ search, rivals, onChoose }: Props) {
  const readFields = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = readPlaygroundSearch(Object.fromEntries(new FormData(event.currentTarget)));
    const { page, language, version, groups, with: rival } = given;
    onChoose({ page, language, version, groups, with: rival });
  };
  return (
    <Card title="Reader and comparison">
      <form
        onBlur={readFields}
        onSubmit={readFields}
        onChange={(event) => event.target instanceof HTMLSelectElement && readFields(event)}
        className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4"
      >
        <TextField
          label="Page"
          name="page"
          defaultValue={search.page}
          placeholder="/guide/install"
          maxLength={200}
        />
        <TextField label="Language" name="language" defaultValue={search.language} placeholder="any" />
        <TextField label="Version" name="version" defaultValue={search.version} placeholder="any" />
        <TextField
          label="Groups"
          name="groups"
          defaultValue={search.groups}
          placeholder="none"
          hint="Separate with commas. Without one: public pages only."
        />
        <Select
          label="Side by side with"
          name="with"
          defaultValue={search.with ?? ''}
          hint={rivals.length === 0 ? 'There is one model and no preview.' : 'Each question is asked twice.'}
        >
          <option value="">nothing</option>
          {rivals.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      </form>
    </Card>
  );
}
