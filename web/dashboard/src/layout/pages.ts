import {
  Building2,
  ChartColumn,
  Coins,
  FileChartColumn,
  FileQuestion,
  FileText,
  FlaskConical,
  FolderOpen,
  Hammer,
  Hash,
  HeartPulse,
  House,
  KeyRound,
  ListChecks,
  type LucideIcon,
  MessageCircleQuestion,
  MessagesSquare,
  Rocket,
  ScrollText,
  SearchX,
  Settings,
  Tags,
  Users,
  Zap,
} from 'lucide-react';

/** A page in the command palette; with an icon it is also in the menu, in its group. */
type Place = { name: string; path: string; icon?: LucideIcon };

/** The pages of a project, in the groups of the menu. */
export const projectGroups: readonly { name: string; pages: readonly Place[] }[] = [
  {
    name: 'Answers',
    pages: [
      { name: 'Overview', path: '', icon: House },
      { name: 'Playground', path: '/playground', icon: FlaskConical },
      { name: 'Conversations', path: '/conversations', icon: MessagesSquare },
      { name: 'Conversations without an answer', path: '/conversations?status=unanswered' },
      { name: 'Conversations rated not helpful', path: '/conversations?feedback=unhelpful' },
      { name: 'Conversations to review', path: '/conversations?reviewed=false' },
      { name: 'Topics', path: '/topics', icon: Tags },
      { name: 'Content gaps', path: '/gaps', icon: FileQuestion },
      { name: 'Searches', path: '/searches', icon: SearchX },
      { name: 'Pages in answers', path: '/page-use', icon: FileChartColumn },
    ],
  },
  {
    name: 'Docs',
    pages: [
      { name: 'Pages', path: '/pages', icon: FileText },
      { name: 'Docs health', path: '/health', icon: HeartPulse },
      { name: 'Deployments', path: '/deployments', icon: Rocket },
      { name: 'Test questions', path: '/test-questions', icon: ListChecks },
      { name: 'Jobs', path: '/jobs', icon: Hammer },
      { name: 'Start a job', path: '/jobs/new' },
      { name: 'Triggers', path: '/triggers', icon: Zap },
    ],
  },
  {
    name: 'Set-up',
    pages: [
      { name: 'Widget', path: '/widget', icon: MessageCircleQuestion },
      { name: 'Channels', path: '/channels', icon: Hash },
      { name: 'API keys', path: '/keys', icon: KeyRound },
      { name: 'Settings', path: '/settings', icon: Settings },
    ],
  },
];

export const projectPages: readonly Place[] = projectGroups.flatMap(({ pages }) => pages);

/** The pages of an organization. */
export const organizationPages: readonly Place[] = [
  { name: 'Projects', path: '', icon: FolderOpen },
  { name: 'Usage', path: '/-/usage', icon: ChartColumn },
  { name: 'Credits and limits', path: '/-/plan', icon: Coins },
  { name: 'Members', path: '/-/members', icon: Users },
  { name: 'Audit log', path: '/-/audit', icon: ScrollText },
  { name: 'Organization', path: '/-/organization', icon: Building2 },
];
