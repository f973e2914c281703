/** Something that people are told: as a mail, and as the body of a webhook. */
export type Message = {
  type:
    | 'test'
    | 'digest'
    | 'alert.gap_rising'
    | 'alert.credits'
    | 'alert.deployment_failed'
    | 'alert.key_expiring';
  subject: string;
  /** Plain text, of lines. */
  text: string;
  /** The page of the dashboard that it is about. */
  url: string;
};

/** An alert with the name under which it is told once. */
export type Alert = Message & { name: string };
