/* Shows /api/openapi.json in Swagger UI. A file of its own because the page allows no inline script. */
globalThis.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#calls',
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  persistAuthorization: false,
  requestInterceptor(request) {
    const token = document.cookie.match(/(?:^|; )XSRF-TOKEN=([^;]+)/)?.[1];
    if (token) request.headers['X-XSRF-TOKEN'] = decodeURIComponent(token);
    return request;
  },
});
