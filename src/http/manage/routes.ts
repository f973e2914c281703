import { auditRoute } from './audit.ts';
import { conversationRoutes } from './conversations.ts';
import { deploymentRoutes } from './deployments.ts';
import { gapRoutes } from './gaps.ts';
import { invitationRoutes } from './invitations.ts';
import { keyRoutes } from './keys.ts';
import { memberRoutes } from './members.ts';
import { oidcRoutes } from './oidc.ts';
import { organizationRoutes } from './organizations.ts';
import { overviewRoute } from './overview.ts';
import { planRoutes } from './plan.ts';
import { previewRoutes } from './previews.ts';
import { projectRoutes } from './projects.ts';

import { sessionRoutes } from './session.ts';
import { usageRoute } from './usage.ts';
import { webhookRoutes } from './webhook.ts';

/** The management API. */
export const manageRoutes = [
  ...sessionRoutes,
  ...oidcRoutes,
  ...invitationRoutes,
  ...organizationRoutes,
  ...memberRoutes,
  ...projectRoutes,
  overviewRoute,
  ...keyRoutes,
  ...planRoutes,
  usageRoute,
  ...conversationRoutes,
  ...gapRoutes,
  ...deploymentRoutes,
  ...previewRoutes,
  ...webhookRoutes,
  auditRoute,
];
