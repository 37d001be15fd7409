"""Prometheus metrics: requests by route and status, their duration, texts, labels, and workers.

Nothing here comes from the text of a request: routes come from the service, labels from its models.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """One set of counters for one server."""

    #: The charset, UTF-8, is added to it.
    content_type = "text/plain; version=0.0.4"

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self._requests = Counter("mixlid_requests", "Requests answered.", ["route", "status"], registry=registry)
        self._seconds = Histogram(
            "mixlid_request_seconds", "Time to the end of the answer.", ["route"], buckets=_SECONDS, registry=registry
        )
        self._texts = Counter("mixlid_texts", "Texts identified.", registry=registry)
        self._labels = Counter("mixlid_labels", "Texts with this label.", ["label"], registry=registry)
        self.in_flight = Gauge("mixlid_in_flight", "Requests with texts that are open.", registry=registry)
        self.waiting = Gauge("mixlid_queue_length", "Jobs that wait for a worker.", registry=registry)
        self.workers = Gauge("mixlid_workers", "Worker processes that are alive.", registry=registry)
        self.restarts = Gauge("mixlid_worker_restarts", "Workers that died or were killed.", registry=registry)
        self._models = Gauge("mixlid_model", "1 for each model.", ["model", "sha256", "version"], registry=registry)

    def model(self, made: Mapping[str, str]) -> None:
        """Add a model of the service: name, checksum and version."""
        self._models.labels(**made).set(1)

    def request(self, route: str, status: int, seconds: float) -> None:
        self._requests.labels(route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def texts(self, answers: Iterable[Iterable[str]]) -> None:
        """Count identified texts, each given as its labels."""
        for labels in answers:
            self._texts.inc()
            for label in labels:
                self._labels.labels(label).inc()

    def text(self) -> bytes:
        return generate_latest(self._registry)
