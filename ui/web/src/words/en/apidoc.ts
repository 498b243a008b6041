// The words of the API's page; the API itself is described in English.
export default {
  pageTitle: 'API · Ditchline',
  title: 'API',
  operator: 'for the operator',
  parameter: 'Parameter',
  meaning: 'Meaning',
  body: 'Body',
};
