/** What the engine uses of packages that come without types. */
declare module 'uri-template-lite' {
  const templates: {
    readonly URI: {
      readonly Template: new (template: string) => {
        /** The variables of an address, decoded; null for one that the template does not fit. */
        readonly match: (address: string) => Record<string, string> | null;
      };
    };
  };
  export default templates;
}

declare module '@stoplight/json-schema-merge-allof' {
  export default function mergeAllOf<T>(schema: T, options: Readonly<Record<string, boolean>>): T;
}
