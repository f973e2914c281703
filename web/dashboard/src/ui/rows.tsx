import { randomId } from '../api/random-id.ts';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';

/**
 * A list of groups of fields that grows and shrinks.
 * @param fields of one group; their names begin with the `id`, so that several can be told apart
 */
export function Rows<Value>({
  values,
  name,
  fields,
}: {
  values: readonly Value[];
  /** Of one group, such as "Schedule". */
  name: string;
  fields(id: string, value: Value | undefined): ReactNode;
}) {
  const [rows, setRows] = useState<{ id: string; value?: Value }[]>(() =>
    values.map((value) => ({ id: randomId(), value })),
  );
  return (
    <>
      {rows.map(({ id, value }, nth) => (
        <fieldset key={id} className="grid gap-4 rounded-lg border border-line p-4">
          <legend className="px-1 text-sm font-medium">
            {name} {nth + 1}
          </legend>
          {fields(id, value)}
          <Button
            kind="danger"
            className="justify-self-start"
            onClick={() => setRows(rows.filter((row) => row.id !== id))}
          >
            Remove {name.toLowerCase()} {nth + 1}
          </Button>
        </fieldset>
      ))}
      <Button className="justify-self-start" onClick={() => setRows([...rows, { id: randomId() }])}>
        <Plus size={16} aria-hidden /> Add a {name.toLowerCase()}
      </Button>
    </>
  );
}
