import { useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';
import { Select, Switch, TextArea } from '../../ui/field.tsx';
import { textOf } from '../../ui/form.tsx';

export const assistantOf = (fields: FormData) => ({
  instructions: textOf(fields, 'instructions') ?? '',
  overages: fields.has('overages'),
  whenExhausted: fields.get('whenExhausted'),
  requireThreadKey: fields.has('requireThreadKey'),
});

/** What the assistant is told, and what it does at its limits. */
export function AssistantCard() {
  const { settings } = useProject();
  return (
    <Card title="Assistant">
      <div className="grid gap-4">
        <TextArea
          label="Instructions"
          name="instructions"
          rows={5}
          maxLength={8_000}
          defaultValue={settings.instructions ?? ''}
          placeholder="We call our customers members. For prices, send people to https://example.com/pricing."
          hint="Extra instructions for the language model. Those in the docs’ .docent/Assistant.md come first."
        />
        <Switch
          label="Keep answering when credits run out"
          name="overages"
          defaultChecked={settings.overages === true}
          hint="Answers beyond the plan count as overage."
        />
        <Select
          label="Otherwise, when the credits are used up"
          name="whenExhausted"
          defaultValue={String(settings.whenExhausted ?? 'refuse')}
        >
          <option value="refuse">refuse with an error</option>
          <option value="excerpts">answer with search results, without a model</option>
        </Select>
        <Switch
          label="Follow-up questions need the thread’s key"
          name="requireThreadKey"
          defaultChecked={settings.requireThreadKey === true}
          hint="Otherwise, the visitor id (fp) that started a thread is enough to continue it."
        />
      </div>
    </Card>
  );
}
