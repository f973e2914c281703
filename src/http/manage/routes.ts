import { askPageRoutes } from './ask-page-routes.ts';
import { connectionRoutes } from './connection-routes.ts';
import { auditRoute } from './audit-routes.ts';
import { channelSetUpRoutes } from './channels-routes.ts';
import { conversationRoutes } from './conversation-routes.ts';
import { deploymentRoutes } from './deployments-routes.ts';
import { draftRoutes } from './draft-routes.ts';
import { evalRoutes } from './eval-routes.ts';
import { feedbackRoute } from './feedback-route.ts';
import { findingsRoute } from './findings-route.ts';
import { gapRoutes } from './gap-routes.ts';
import { indexRoutes } from './index-routes.ts';
import { invitationRoutes } from './invitations-routes.ts';
import { keyRoutes } from './keys-routes.ts';
import { memberRoutes } from './members-routes.ts';
import { modelsRoutes } from './models-route.ts';
import { notificationRoutes } from './notifications-routes.ts';
import { oidcRoutes } from './oidc.ts';
import { operatorRoute } from './operator-routes.ts';
import { organizationRoutes } from './organizations-routes.ts';
import { overviewRoute } from './overview-routes.ts';
import { pageUseRoute } from './page-use-routes.ts';
import { planRoutes } from './plan-routes.ts';
import { previewRoutes } from './previews-routes.ts';
import { projectRoutes } from './projects-routes.ts';
import { pushRoutes } from './push-routes.ts';
import { searchesRoute } from './searches-route.ts';
import { passwordResetRoutes } from './password-reset-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { checkSourceRoute } from './sources-routes.ts';
import { triggerRoutes } from './triggers-routes.ts';
import { usageRoute } from './usage-routes.ts';
import { viewRoutes } from './view-routes.ts';
import { readerRoutes, webhookRoutes } from './secret-routes.ts';

/** The management API. */
export const manageRoutes = [
  ...sessionRoutes,
  ...passwordResetRoutes,
  ...oidcRoutes,
  ...invitationRoutes,
  ...organizationRoutes,
  ...memberRoutes,
  operatorRoute,
  ...projectRoutes,
  checkSourceRoute,
  ...askPageRoutes,
  ...connectionRoutes,
  ...modelsRoutes,
  overviewRoute,
  ...indexRoutes,
  findingsRoute,
  ...keyRoutes,
  ...planRoutes,
  usageRoute,
  ...notificationRoutes,
  ...conversationRoutes,
  feedbackRoute,
  searchesRoute,
  ...evalRoutes,
  ...viewRoutes,
  ...gapRoutes,
  pageUseRoute,
  ...triggerRoutes,
  ...deploymentRoutes,
  ...pushRoutes,
  ...previewRoutes,
  ...readerRoutes,
  ...webhookRoutes,
  ...channelSetUpRoutes,
  ...draftRoutes,
  auditRoute,
];
