"""Generated from the OpenAPI document by `npm run client:types`."""
