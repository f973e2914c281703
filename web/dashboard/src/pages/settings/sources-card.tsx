import { randomId } from '../../api/random-id.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Source } from '../../../../../src/protocol/manage/source-schema.ts';
import { useProject } from '../../layout/where.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SourceFields } from '../../ui/source-fields.tsx';
import { Note } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';

/** The project's sources, in order. */
export function SourcesCard() {
  const project = useProject();
  const [rows, setRows] = useState<{ id: string; source?: Source }[]>(() =>
    project.sources.map((source) => ({ id: randomId(), source })),
  );
  return (
    <Card
      title="Sources"
      action={
        <Button onClick={() => setRows([...rows, { id: randomId() }])}>
          <Plus size={16} aria-hidden /> Add a source
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-sm text-soft">
          The next deployment reads them. If two sources share a path, the first wins.
        </p>
        {rows.map(({ id, source }, nth) => (
          <fieldset key={id} className="grid gap-4 rounded-lg border border-line p-4">
            <legend className="px-1 text-sm font-medium">Source {nth + 1}</legend>
            <SourceFault of={source} />
            <SourceFields id={id} {...(source && { source })} />
            {rows.length > 1 && (
              <Button
                kind="danger"
                className="justify-self-start"
                onClick={() => setRows(rows.filter((row) => row.id !== id))}
              >
                Remove source {nth + 1}
              </Button>
            )}
          </fieldset>
        ))}
      </div>
    </Card>
  );
}

/** Says that a source could not be read the last time. */
function SourceFault({ of }: { of: Source | undefined }) {
  const { sources, sourceFaults } = useProject();
  const fault = sourceFaults.find(({ source }) => sources[source] === of);
  if (fault === undefined) return null;
  return (
    <Note tone="bad">
      Cannot be read, first noticed <Ago at={fault.since} />. {fault.message} What was known of it stays.
    </Note>
  );
}
