import type en from '../en/apidoc';

export default {
  pageTitle: 'API · Ditchline',
  title: 'API',
  operator: 'voor de beheerder',
  parameter: 'Parameter',
  meaning: 'Betekenis',
  body: 'Inhoud',
} satisfies typeof en;
