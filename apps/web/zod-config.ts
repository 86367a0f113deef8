// zod tests whether it may compile code from strings, which the content security policy forbids and reports. zod reads
// this setting when it is loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
