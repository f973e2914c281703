import { auditRoute } from './audit.ts';
import { conversationRoutes } from './conversations.ts';
import { deploymentRoutes } from './deployments.ts';
import { invitationRoutes } from './invitations.ts';
import { keyRoutes } from './keys.ts';
import { memberRoutes } from './members.ts';
import { organizationRoutes } from './organizations.ts';
import { projectRoutes } from './projects.ts';
import { sessionRoutes } from './session.ts';
import { usageRoute } from './usage.ts';

/** The management API. */
export const manageRoutes = [
  ...sessionRoutes,
  ...invitationRoutes,
  ...organizationRoutes,
  ...memberRoutes,
  ...projectRoutes,
  ...keyRoutes,
  usageRoute,
  ...conversationRoutes,
  ...deploymentRoutes,
  auditRoute,
];
