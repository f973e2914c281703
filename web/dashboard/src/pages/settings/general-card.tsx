import { useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';
import { CopyValue } from '../../ui/copy.tsx';
import { TextField } from '../../ui/field.tsx';
import { textOf } from '../../ui/form.tsx';

export const generalOf = (fields: FormData) => ({
  name: textOf(fields, 'name'),
  baseUrl: textOf(fields, 'baseUrl') ?? null,
});

export function GeneralCard() {
  const { name, baseUrl, id, domain } = useProject();
  return (
    <Card title="General">
      <div className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="grid min-w-0 gap-1.5 text-sm">
            <span className="font-medium">Domain</span>
            <CopyValue value={domain} label="the domain" />
          </div>
          <div className="grid min-w-0 gap-1.5 text-sm">
            <span className="font-medium">Project id</span>
            <CopyValue value={id} label="the project id" />
          </div>
        </div>
        <TextField label="Name" name="name" defaultValue={name} required maxLength={100} />
        <TextField
          label="Address of the docs site"
          name="baseUrl"
          type="url"
          defaultValue={baseUrl ?? ''}
          placeholder="https://docs.example.com"
          hint="Used for citation links. Empty: the address in the docs’ configuration, if it has one."
        />
      </div>
    </Card>
  );
}
