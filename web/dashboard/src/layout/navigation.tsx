import { Link, type LinkProps } from '@tanstack/react-router';
import {
  BookText,
  Building2,
  ChartColumn,
  Coins,
  FileQuestion,
  FileText,
  FlaskConical,
  FolderOpen,
  Hammer,
  House,
  KeyRound,
  type LucideIcon,
  MessageCircleQuestion,
  MessagesSquare,
  Rocket,
  ScrollText,
  SearchX,
  Settings,
  Tags,
  Zap,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Account } from './account.tsx';
import { ProjectSwitch } from './project-switch.tsx';
import { useOrganization, useProjectIfAny } from './where.ts';

export function Navigation() {
  const organization = useOrganization();
  const project = useProjectIfAny();
  const org = organization.slug;
  return (
    <nav aria-label="Main" className="flex h-full flex-col gap-5 overflow-y-auto p-3">
      <ProjectSwitch current={project} />
      {project !== undefined && (
        <Group name="Project">
          <Item icon={House} to="/$org/$domain" params={{ org, domain: project.domain }} exact>
            Overview
          </Item>
          <Item icon={FlaskConical} to="/$org/$domain/playground" params={{ org, domain: project.domain }}>
            Playground
          </Item>
          <Item
            icon={MessagesSquare}
            to="/$org/$domain/conversations"
            params={{ org, domain: project.domain }}
          >
            Conversations
          </Item>
          <Item icon={Tags} to="/$org/$domain/topics" params={{ org, domain: project.domain }}>
            Topics
          </Item>
          <Item icon={FileQuestion} to="/$org/$domain/gaps" params={{ org, domain: project.domain }}>
            Content gaps
          </Item>
          <Item icon={SearchX} to="/$org/$domain/searches" params={{ org, domain: project.domain }}>
            Searches
          </Item>
          <Item icon={Hammer} to="/$org/$domain/jobs" params={{ org, domain: project.domain }}>
            Jobs
          </Item>
          <Item icon={Zap} to="/$org/$domain/triggers" params={{ org, domain: project.domain }}>
            Triggers
          </Item>
          <Item icon={FileText} to="/$org/$domain/pages" params={{ org, domain: project.domain }}>
            Pages
          </Item>
          <Item icon={Rocket} to="/$org/$domain/deployments" params={{ org, domain: project.domain }}>
            Deployments
          </Item>
          <Item
            icon={MessageCircleQuestion}
            to="/$org/$domain/widget"
            params={{ org, domain: project.domain }}
          >
            Widget
          </Item>
          <Item icon={KeyRound} to="/$org/$domain/keys" params={{ org, domain: project.domain }}>
            API keys
          </Item>
          <Item icon={Settings} to="/$org/$domain/settings" params={{ org, domain: project.domain }}>
            Settings
          </Item>
        </Group>
      )}
      <Group name={organization.name}>
        <Item icon={FolderOpen} to="/$org" params={{ org }} exact>
          Projects
        </Item>
        <Item icon={ChartColumn} to="/$org/-/usage" params={{ org }}>
          Usage
        </Item>
        <Item icon={Coins} to="/$org/-/plan" params={{ org }}>
          Credits and limits
        </Item>
        <Item icon={Users} to="/$org/-/members" params={{ org }}>
          Members
        </Item>
        <Item icon={ScrollText} to="/$org/-/audit" params={{ org }}>
          Audit log
        </Item>
        <Item icon={Building2} to="/$org/-/organization" params={{ org }}>
          Organization
        </Item>
        <li>
          <a href="/reference" target="_blank" rel="noopener" className={itemLook}>
            <BookText size={16} aria-hidden className="shrink-0" />
            API reference
          </a>
        </li>
      </Group>
      <Account />
    </nav>
  );
}

const itemLook =
  'flex min-h-9 items-center gap-2.5 rounded-lg px-2.5 text-sm text-soft transition-colors hover:bg-hover hover:text-ink';

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="truncate px-2.5 pb-1 text-xs font-medium text-faint">{name}</h2>
      <ul className="grid gap-px">{children}</ul>
    </div>
  );
}

function Item({
  icon: Icon,
  children,
  exact = false,
  ...link
}: LinkProps & { icon: LucideIcon; children: ReactNode; exact?: boolean }) {
  return (
    <li>
      <Link
        {...link}
        activeOptions={{ exact, includeSearch: false }}
        className={itemLook}
        activeProps={{ className: 'bg-hover font-medium text-ink!' }}
      >
        <Icon size={16} aria-hidden className="shrink-0" />
        {children}
      </Link>
    </li>
  );
}
