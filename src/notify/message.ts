/** A notification, sent as a mail and as the body of a webhook. */
export type Message = {
  type:
    | 'test'
    | 'digest'
    | 'alert.gap_rising'
    | 'alert.credits'
    | 'alert.deployment_failed'
    | 'alert.source_failed'
    | 'alert.key_expiring';
  subject: string;
  /** Lines of plain text. */
  text: string;
  /** The related page of the dashboard. */
  url: string;
};

/** An alert with the name by which it is sent once. */
export type Alert = Message & { name: string };
