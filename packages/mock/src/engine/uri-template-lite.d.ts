/** What the mock uses of uri-template-lite, which comes without types. */
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
