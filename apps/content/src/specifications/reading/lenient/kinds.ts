/** The objects of OpenAPI, under the names of the specification. */
export type ShapeName =
  | 'OpenAPI'
  | 'Info'
  | 'Contact'
  | 'License'
  | 'Server'
  | 'Server Variable'
  | 'Components'
  | 'Path Item'
  | 'Operation'
  | 'External Documentation'
  | 'Parameter'
  | 'Header'
  | 'Request Body'
  | 'Media Type'
  | 'Encoding'
  | 'Response'
  | 'Example'
  | 'Link'
  | 'Tag'
  | 'Security Scheme'
  | 'OAuth Flows'
  | 'OAuth Flow'
  | 'Security Requirement'
  | 'Discriminator'
  | 'Schema';

/** The expected kind of a value of a specification. */
export type Kind =
  'any' | 'text' | 'flag' | 'number' | { list: Kind } | { map: Kind; isOfPaths?: true } | { object: ShapeName };

/** The fields of an object of OpenAPI. */
export interface Shape {
  fields: Readonly<Record<string, Kind>>;
  /** Required fields. */
  required?: readonly string[];
  /** Whether other fields are allowed. */
  isOpen?: true;
  /** The field that a text in place of the object stands for. */
  short?: string;
}

export const text = 'text';
export const flag = 'flag';
export const any = 'any';
export const number = 'number';
export const list = (of: Kind): Kind => ({ list: of });
export const map = (of: Kind): Kind => ({ map: of });
export const object = (name: ShapeName): Kind => ({ object: name });
