import type { Appearance } from '../../../../../src/protocol/manage/appearance-schema.ts';
import { useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';
import { Select, TextArea, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';

type Props = { looks: Appearance; onChange(looks: Appearance): void; save(): Promise<void> };

const maxStarters = 6;

/** The widget's look, with a live preview below. */
export function LooksCard({ looks, onChange, save }: Props) {
  const { name } = useProject();
  const field = (key: Exclude<keyof Appearance, 'starters'>) => ({
    value: looks[key] ?? '',
    onChange: ({ target }: { target: { value: string } }) => onChange(withField(looks, key, target.value)),
  });
  const setStarters = (text: string) => {
    const starters = text.split('\n').slice(0, maxStarters);
    onChange(text === '' ? withField(looks, 'starters', '') : { ...looks, starters });
  };
  const submit = () => save();
  return (
    <Card title="Appearance">
      <Form submit={submit} label="Save">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Name" maxLength={60} placeholder={name} {...field('name')} />
          <TextField
            label="Colour"
            pattern="#[0-9a-fA-F]{6}"
            placeholder="#2f5bea"
            hint="As #rrggbb. The text on it is chosen for contrast."
            {...field('color')}
          />
          <TextField label="Button text" maxLength={40} placeholder="Ask AI" {...field('label')} />
          <Select label="Button" {...field('position')}>
            <option value="">bottom right</option>
            <option value="bottom-left">bottom left</option>
            <option value="none">none, the site has its own</option>
          </Select>
          <TextField label="Logo" type="url" placeholder="https://…/logo.svg" {...field('logo')} />
          <TextField
            label="Support contact"
            placeholder="support@example.com"
            hint="A mail address, or an address that gets the threadId."
            {...field('support')}
          />
        </div>
        <TextField
          label="Greeting"
          maxLength={300}
          placeholder="What would you like to know?"
          {...field('greeting')}
        />
        <TextArea
          label="Suggested questions"
          rows={3}
          hint="One per line, at most six."
          value={looks.starters?.join('\n') ?? ''}
          onChange={({ target }) => setStarters(target.value)}
        />
      </Form>
    </Card>
  );
}

/** An empty field counts as absent. */
function withField(looks: Appearance, key: keyof Appearance, value: string): Appearance {
  const { [key]: _, ...rest } = looks;
  return value === '' ? rest : { ...rest, [key]: value };
}
