import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../layout/where.ts';
import type { Answerer } from './ask.ts';

/** Answerers to compare with: another model, or another deployment, which is the preview of a branch. */
export type Rival = {
  /** In the address: `model:openai/gpt-5`, `preview:docs-next`. */
  value: string;
  name: string;
  /** The project or preview that stores its conversations. */
  projectId: string;
  answerer: Answerer;
};

export function useRivals(): { rivals: Rival[]; isPending: boolean } {
  const { id, domain, queries } = useProject();
  const { data: models = [], isPending: isModels } = useQuery(queries.models);
  const { data: previews = [], isPending: isPreviews } = useQuery(queries.previews);
  const rivals = [
    ...(models.length < 2 ? [] : models).map((model) => ({
      value: `model:${model}`,
      name: model,
      projectId: id,
      answerer: { domain, model },
    })),
    ...previews
      .filter(({ currentDeploymentId }) => currentDeploymentId !== null)
      .map((preview) => ({
        value: `preview:${preview.domain}`,
        name: `Preview of ${preview.branch}`,
        projectId: preview.id,
        answerer: { domain: preview.domain },
      })),
  ];
  return { rivals, isPending: isModels || isPreviews };
}
