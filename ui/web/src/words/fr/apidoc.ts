import type en from '../en/apidoc';

export default {
  pageTitle: 'API · Ditchline',
  title: 'API',
  operator: 'pour l’opérateur',
  parameter: 'Paramètre',
  meaning: 'Signification',
  body: 'Corps',
} satisfies typeof en;
