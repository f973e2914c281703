import type { AskedSet } from './questions.ts';

/** What the weights were not chosen by. */
export const heldOut: AskedSet[] = [
  {
    name: 'held out: what docs lack',
    topics: [
      [
        'How much does it cost?',
        'pricing',
        'what is the price of the pro plan',
        'is there a free tier?',
        { after: 'pricing', question: 'how much is it per month?' },
      ],
      [
        'Can I use it in a commercial project?',
        'which licence applies',
        'is this MIT licensed',
        'license terms',
        { after: 'license terms', question: 'show me the text' },
      ],
      [
        'How do I send e-mails?',
        'smtp configuration',
        'sending transactional mail',
        'emails are not delivered',
        { after: 'smtp configuration', question: 'show me the code' },
      ],
      [
        'Is there an iOS app?',
        'mobile app for iphone',
        'does it run on Android phones',
        'native mobile application',
        { after: 'mobile app for iphone', question: 'and for tablets?' },
      ],
      [
        'Are you GDPR compliant?',
        'gdpr data processing agreement',
        'where is personal data of EU users stored',
        'DPA for european customers',
        { after: 'Are you GDPR compliant?', question: 'can I get that in writing?' },
      ],
      [
        'Can I pay by invoice?',
        'how do I get an invoice for my company',
        'download invoices as pdf',
        'the billing address on the invoice is wrong',
        { after: 'Can I pay by invoice?', question: 'how long does that take?' },
      ],
      [
        'Does it work with Oracle databases?',
        'oracle db support',
        'connect to an Oracle 19c database',
        'is there a driver for oracle?',
        { after: 'oracle db support', question: 'give me an example' },
      ],
      [
        'How do I contact support?',
        'support phone number',
        'is there someone I can talk to',
        'get help from a human',
        { after: 'How do I contact support?', question: 'on weekends too?' },
      ],
    ],
  },
  {
    name: 'held out: a parcel service',
    topics: [
      [
        'How do I track a parcel?',
        'tracking number not found',
        'where is my package',
        'parcel tracking api',
        { after: 'How do I track a parcel?', question: 'more details please' },
      ],
      [
        'print a shipping label',
        'shipping labels as PDF',
        'label printer zebra zpl',
        'Can I reprint a label?',
        { after: 'print a shipping label', question: 'in A6?' },
      ],
      [
        'What does customs need for Switzerland?',
        'customs declaration form CN23',
        'customs forms for parcels outside the EU',
        'HS codes for customs',
        { after: 'customs declaration form CN23', question: 'is it required?' },
      ],
      [
        'pickup by courier',
        'schedule a pickup at my warehouse',
        'Can the driver collect parcels every day?',
        'cancel a scheduled pickup',
        { after: 'pickup by courier', question: 'what does that cost?' },
      ],
      [
        'How do I return a parcel?',
        'return labels for customers',
        'returns portal',
        'free returns for my shop',
        { after: 'returns portal', question: 'show me the code' },
      ],
      [
        'parcel damaged on arrival',
        'claim for a damaged package',
        'insurance for broken goods',
        'How do I report damage?',
        { after: 'claim for a damaged package', question: 'how long does it take?' },
      ],
      [
        'maximum weight of a parcel',
        'size and weight limits',
        'how heavy may a package be',
        'parcel too large',
        { after: 'maximum weight of a parcel', question: 'and in Norway?' },
      ],
      [
        'deliver to a locker',
        'parcel lockers nearby',
        'how do lockers work for recipients',
        'locker is full',
        { after: 'deliver to a locker', question: 'which ones?' },
      ],
    ],
  },
];
