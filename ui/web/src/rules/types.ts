// What the API says of rules: ui/rulebook.go.

export interface OverlayLine {
  id: string;
  title: string;
}

export interface RulesetLine {
  id: string;
  title: string;
  game: 'crokinole' | 'carrom';
  language: string;
  statements: number;
  overlays: OverlayLine[];
  playing: { board: string; ruleset: string; match: string }[];
}

export interface Statement {
  id: string;
  marks: string;
  text: string;
}

export interface RuleParameter {
  field: string;
  doc: string;
  value: unknown;
  text: string;
  source: string;
  silent: boolean;
  house: boolean;
  differs: { rulesets: string[]; text: string }[];
}

export interface RulesetPage {
  id: string;
  title: string;
  game: 'crokinole' | 'carrom';
  language: string;
  match?: string;
  overlays: OverlayLine[];
  sections: { id: string; parameters: RuleParameter[] }[];
  statements: Statement[];
  decisions: Statement[];
}
