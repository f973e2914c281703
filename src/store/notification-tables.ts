/** The tables of notifications; `schema.ts` explains the column types. */
export type NotificationTables = {
  notifications: {
    organizationId: string;
    /** Addresses, as JSON. */
    emails: string;
    webhookUrl: string | null;
    /** What webhooks are signed with, sealed. */
    secret: string;
    weekly: number;
    alerts: number;
    nextDigestAt: number;
    /** The key that named the webhook's address, as JSON; null for a person. */
    issued: string | null;
  };
  /** Notifications that were sent, by channel and subject. */
  toldAlerts: { organizationId: string; name: string; createdAt: number };
};

export const notificationStatements: string[] = [
  `create table notifications (
    "organizationId" text primary key references organizations (id) on delete cascade,
    emails text not null,
    "webhookUrl" text,
    secret text not null,
    weekly integer not null,
    alerts integer not null,
    "nextDigestAt" bigint not null
  )`,
  `create table "toldAlerts" (
    "organizationId" text not null references organizations (id) on delete cascade,
    name text not null,
    "createdAt" bigint not null,
    primary key ("organizationId", name)
  )`,
];
